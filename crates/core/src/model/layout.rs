//! Which blocks a layer holds. Groups only say how many layers there are of a kind; the rules of
//! llama.cpp mixes ask for the index of a layer, so groups are spread as models really do it.

use super::{BlockKind, Mixer, Model};

/// One layer: indices into the model's mixer and feed-forward groups.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layer {
    /// Index of the mixer group, if the layer mixes tokens.
    pub mixer: Option<usize>,
    /// Index of the feed-forward group, if the layer has one.
    pub ffn: Option<usize>,
}

/// The layers of a model, in order.
///
/// Kinds of mixers alternate evenly ("3 sliding : 1 full"). Feed-forward groups follow one another
/// in the order given, unless `interleaved_ffn` says that they alternate (Llama 4). A model whose
/// mixers and feed-forward blocks together make up its layer count holds one block a layer
/// (Nemotron H).
#[must_use]
pub fn layers(model: &Model) -> Vec<Layer> {
    let mixers: Vec<(usize, u32)> = model
        .mixers
        .iter()
        .enumerate()
        .filter(|(_, group)| !group.parallel)
        .map(|(index, group)| (index, group.count))
        .collect();
    let ffns: Vec<(usize, u32)> = model
        .ffns
        .iter()
        .enumerate()
        .map(|(index, group)| (index, group.count))
        .collect();
    let mixer_count: u32 = mixers.iter().map(|(_, count)| count).sum();
    let ffn_count: u32 = ffns.iter().map(|(_, count)| count).sum();
    if mixer_count + ffn_count == model.layers {
        if let Some(order) = given_order(model) {
            return order;
        }
        let offset = model.mixers.len();
        let all: Vec<(usize, u32)> = mixers
            .iter()
            .copied()
            .chain(ffns.iter().map(|&(index, count)| (index + offset, count)))
            .collect();
        return alternate(&all)
            .into_iter()
            .map(|index| match index.checked_sub(offset) {
                Some(ffn) => Layer {
                    mixer: None,
                    ffn: Some(ffn),
                },
                None => Layer {
                    mixer: Some(index),
                    ffn: None,
                },
            })
            .collect();
    }
    let mixers = alternate(&mixers);
    let ffns = if model.interleaved_ffn {
        alternate(&ffns)
    } else {
        in_order(&ffns)
    };
    let total = mixers.len().max(ffns.len());
    (0..total)
        .map(|at| Layer {
            mixer: mixers.get(at).copied(),
            ffn: ffns.get(at).copied(),
        })
        .collect()
}

/// The layers by `block_order`, if it fits the groups.
fn given_order(model: &Model) -> Option<Vec<Layer>> {
    let mut left: Vec<u32> = model.mixers.iter().map(|group| group.count).collect();
    let mut left_ffn: Vec<u32> = model.ffns.iter().map(|group| group.count).collect();
    let mut order = Vec::with_capacity(model.block_order.len());
    for kind in &model.block_order {
        let layer = if *kind == BlockKind::Ffn {
            let at = left_ffn.iter().position(|&count| count > 0)?;
            left_ffn[at] -= 1;
            Layer {
                mixer: None,
                ffn: Some(at),
            }
        } else {
            let recurrent = *kind == BlockKind::Recurrent;
            let at = model.mixers.iter().zip(&left).position(|(group, &count)| {
                count > 0 && !group.parallel && is_recurrent(&group.mixer) == recurrent
            })?;
            left[at] -= 1;
            Layer {
                mixer: Some(at),
                ffn: None,
            }
        };
        order.push(layer);
    }
    let all = u32::try_from(order.len()) == Ok(model.layers);
    all.then_some(order)
}

const fn is_recurrent(mixer: &Mixer) -> bool {
    !matches!(
        mixer,
        Mixer::Attention(_) | Mixer::Mla(_) | Mixer::Compressed(_)
    )
}

/// Groups one after the other.
fn in_order(groups: &[(usize, u32)]) -> Vec<usize> {
    groups
        .iter()
        .flat_map(|&(index, count)| (0..count).map(move |_| index))
        .collect()
}

/// Groups spread evenly: at each place the one that lags its share most.
fn alternate(groups: &[(usize, u32)]) -> Vec<usize> {
    let total: u64 = groups.iter().map(|&(_, count)| u64::from(count)).sum();
    let mut placed = vec![0_u64; groups.len()];
    let mut order = Vec::new();
    for at in 1..=total {
        // Lag of a group: its due share minus what it has, in units of 1/total.
        let next = groups
            .iter()
            .enumerate()
            .filter(|&(which, &(_, count))| placed[which] < u64::from(count))
            .max_by_key(|&(which, &(_, count))| {
                let due = i128::from(u64::from(count) * at);
                (
                    due - i128::from(placed[which] * total),
                    core::cmp::Reverse(which),
                )
            });
        if let Some((which, &(index, _))) = next {
            placed[which] += 1;
            order.push(index);
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::alternate;

    #[test]
    fn groups_alternate_in_their_ratio() {
        assert_eq!(alternate(&[(0, 6), (1, 2)]), [0, 0, 1, 0, 0, 0, 1, 0]);
        assert_eq!(alternate(&[(7, 3)]), [7, 7, 7]);
        assert_eq!(alternate(&[]), Vec::<usize>::new());
    }
}
