//! Random numbers, identical on every machine.
//!
//! One seed gives any number of named streams, one for each purpose (`"arrivals/cluster-3"`): a change that draws more
//! numbers for one purpose changes no other. The generator is PCG 64 (MCG, XSL-RR), pinned by a test. The samplers are
//! implemented here with `libm`: those of a library may call the C library natively and Rust's functions in wasm, with
//! different last bits.

mod sample;

pub use sample::cumulative_shares;

use rand::{Rng as _, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// All the random streams of a run.
#[derive(Clone, Copy, Debug)]
pub struct Streams {
    seed: u64,
}

impl Streams {
    /// The streams of a `seed`.
    pub fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// The stream for one purpose: the same name gives the same numbers.
    pub fn get(&self, purpose: &str) -> Stream {
        // FNV-1a of the name, mixed with the seed twice: 128 bits of state.
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for byte in purpose.bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        let low = mix(self.seed ^ mix(hash));
        let high = mix(low ^ hash.rotate_left(32));
        let mut state = [0; 16];
        state[..8].copy_from_slice(&low.to_le_bytes());
        state[8..].copy_from_slice(&high.to_le_bytes());
        Stream { generator: Pcg64Mcg::from_seed(state), spare: None }
    }
}

/// `SplitMix64`'s finaliser: every bit of the input reaches every bit of the output.
fn mix(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A stream of random numbers for one purpose.
#[derive(Clone, Debug)]
pub struct Stream {
    generator: Pcg64Mcg,
    /// The second of a pair of normal deviates.
    spare: Option<f64>,
}

impl Stream {
    /// 64 random bits.
    pub fn random_bits(&mut self) -> u64 {
        self.generator.next_u64()
    }

    /// Uniform in [0, 1), a multiple of 2^-53.
    #[inline]
    pub fn uniform(&mut self) -> f64 {
        (self.random_bits() >> 11) as f64 * (1.0 / 9_007_199_254_740_992.0)
    }

    /// Uniform among 0, 1, .., n-1, without bias; 0 if n is 0.
    pub fn uniform_below(&mut self, n: u32) -> u32 {
        if n == 0 {
            return 0;
        }
        // Lemire: multiply, and reject the few values that would make some results more likely.
        let threshold = n.wrapping_neg() % n;
        loop {
            let product = u64::from((self.random_bits() >> 32) as u32) * u64::from(n);
            if product as u32 >= threshold {
                return (product >> 32) as u32;
            }
        }
    }

    /// True with probability `p`.
    #[inline]
    pub fn bernoulli(&mut self, p: f64) -> bool {
        self.uniform() < p
    }

    /// Puts `items` into a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.uniform_below(last as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_pinned() {
        let mut stream = Streams::new(7).get("arrivals/cluster-3");
        let first: Vec<u64> = (0..4).map(|_| stream.random_bits()).collect();
        assert_eq!(first, PINNED);
    }

    /// A change here changes every published link.
    const PINNED: [u64; 4] = [
        11_392_591_227_516_085_184,
        13_173_469_259_611_684_556,
        11_855_276_782_988_626_192,
        16_802_144_121_257_896_937,
    ];

    #[test]
    fn streams_of_different_purposes_and_seeds_differ() {
        let streams = Streams::new(7);
        assert_ne!(streams.get("a").random_bits(), streams.get("b").random_bits());
        assert_ne!(streams.get("a").random_bits(), Streams::new(8).get("a").random_bits());
    }

    #[test]
    fn uniform_below_reaches_exactly_its_values() {
        let mut stream = Streams::new(1).get("dice");
        let mut seen = [0; 6];
        for _ in 0..6000 {
            seen[stream.uniform_below(6) as usize] += 1;
        }
        assert!(seen.iter().all(|&n| (850..1150).contains(&n)), "{seen:?}");
    }
}
