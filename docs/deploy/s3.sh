#!/usr/bin/env bash
# Uploads the site to a bucket: docs/deploy/s3.sh BUCKET [FOLDER]
# S3 compresses nothing: each file that has a .gz sibling is sent as that, with its encoding named.
set -euo pipefail
bucket=$1
folder=${2:-}
site=$(dirname "$0")/../../target/publish/site
cd "$site"
find . -type f ! -name '*.gz' ! -name '*.br' | sed 's|^\./||' | sort | while read -r file; do
  case $file in
    *.html) type="text/html; charset=utf-8" ;;
    *.js) type="text/javascript; charset=utf-8" ;;
    *.css) type="text/css; charset=utf-8" ;;
    *.wasm) type="application/wasm" ;;
    *.json) type="application/json" ;;
    *.webmanifest) type="application/manifest+json" ;;
    *.svg) type="image/svg+xml" ;;
    *.png) type="image/png" ;;
    *.woff2) type="font/woff2" ;;
    *) type="text/plain; charset=utf-8" ;;
  esac
  case $file in
    bpt-*) cache="public, max-age=31536000, immutable" ;;
    *) cache="no-cache" ;;
  esac
  options=(--content-type "$type" --cache-control "$cache")
  source=$file
  if [ -f "$file.gz" ]; then
    source=$file.gz
    options+=(--content-encoding gzip)
  fi
  ${AWS:-aws} s3 cp "$source" "s3://$bucket/${folder:+$folder/}$file" "${options[@]}"
done
