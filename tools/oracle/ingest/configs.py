"""Writes the default configuration of every causal language model type of the Python package
`transformers`, with the number of parameters of the model that it builds from it on the meta device
(no memory, no download).

Run by hand:  pip install transformers torch  &&  python tools/oracle/ingest/configs.py
Output:       crates/ingest/tests/fixtures/configs.jsonl, one row a type:
              {"type", "config", "params"} (params null where the defaults build no model)
"""

import json
import signal
import warnings
from pathlib import Path

import torch
from transformers import __version__
from transformers.models.auto.configuration_auto import CONFIG_MAPPING
from transformers.models.auto.modeling_auto import MODEL_FOR_CAUSAL_LM_MAPPING
from transformers.models.auto.modeling_auto import MODEL_FOR_CAUSAL_LM_MAPPING_NAMES as NAMES

OUT = Path(__file__).resolve().parents[3] / "crates/ingest/tests/fixtures/configs.jsonl"


def stop(*_):
    raise TimeoutError


def row(name):
    try:
        config = CONFIG_MAPPING[name]()
    except Exception:
        return None  # the class has no valid defaults
    written = json.loads(config.to_json_string(use_diff=False))
    params = None
    signal.alarm(120)
    try:
        with torch.device("meta"):
            model = MODEL_FOR_CAUSAL_LM_MAPPING[type(config)](config)
        params = sum(parameter.numel() for parameter in model.parameters())
    except BaseException:
        pass  # the defaults build no model
    signal.alarm(0)
    return {"type": name, "config": written, "params": params}


def main():
    warnings.filterwarnings("ignore")
    signal.signal(signal.SIGALRM, stop)
    with open(OUT, "w") as file:
        for name in sorted(NAMES):
            found = row(name)
            if found:
                file.write(json.dumps(found, separators=(",", ":")) + "\n")
    print(f"transformers {__version__}")


if __name__ == "__main__":
    main()
