//! The number of cores in host lists of the PBS family.

use crate::number::parse_number;

/// Maximum number of cores of a list; a larger number is an error of the log.
const MAX_CORES: f64 = 1e8;

fn parse_count(text: &[u8]) -> Option<f64> {
    parse_number(text).filter(|&count| (0.0..=MAX_CORES).contains(&count) && count.fract() == 0.0)
}

/// The number of hosts in `n[001-004,9]`; 1 for a single name.
fn host_count(name: &[u8]) -> f64 {
    let list =
        name.iter().position(|&byte| byte == b'[').and_then(|open| name[open + 1..].strip_suffix(b"]"));
    let range = |part: &[u8]| {
        let dash = part.iter().position(|&byte| byte == b'-')?;
        Some(parse_count(&part[dash + 1..])? - parse_count(&part[..dash])? + 1.0)
    };
    list.map_or(1.0, |list| {
        list.split(|&byte| byte == b',').map(|part| range(part).unwrap_or(1.0).max(1.0)).sum()
    })
}

/// The slots of `c5/0,2-3,5-7+c6/0`, `n33/7+n33/6`, `n[1-4]/0-7` or `host/0*36+host2/0*36`; `None` for other forms.
pub(super) fn slots(text: &[u8]) -> Option<f64> {
    if text.is_empty() {
        return None;
    }
    let mut total = 0.0;
    for host in text.split(|&byte| byte == b'+') {
        let Some(slash) = host.iter().position(|&byte| byte == b'/') else {
            total += host_count(host);
            continue;
        };
        for part in host[slash + 1..].split(|&byte| byte == b',') {
            let (range, times) = match part.iter().position(|&byte| byte == b'*') {
                Some(star) => (&part[..star], parse_count(&part[star + 1..])?),
                None => (part, 1.0),
            };
            let size = match range.iter().position(|&byte| byte == b'-') {
                Some(dash) => parse_count(&range[dash + 1..])? - parse_count(&range[..dash])? + 1.0,
                None => 1.0,
            };
            total += size.max(0.0) * times * host_count(&host[..slash]);
        }
    }
    (1.0..=MAX_CORES).contains(&total).then_some(total)
}

/// The sum of the numbers after `ncpus=` in `(host:ncpus=36)+(host:ncpus=36:mem=1kb)`.
pub(super) fn vnode_cores(text: &[u8]) -> Option<f64> {
    let parts = text.split(|byte| b"():+".contains(byte));
    let total: f64 = parts.filter_map(|part| parse_count(part.strip_prefix(b"ncpus=")?)).sum();
    (1.0..=MAX_CORES).contains(&total).then_some(total)
}

/// The cores of `4:ppn=8+2`, or of `2:ncpus=36+1:ncpus=4`: chunks times the number after the key; a host name is one
/// chunk.
pub(super) fn requested_cores(text: &[u8], key: &[u8]) -> Option<f64> {
    if text.is_empty() {
        return None;
    }
    let mut total = 0.0;
    for chunk in text.split(|&byte| byte == b'+') {
        let mut parts = chunk.split(|&byte| byte == b':');
        let chunks = parts.next().and_then(parse_count).unwrap_or(1.0);
        let each = parts.find_map(|part| parse_count(part.strip_prefix(key)?)).unwrap_or(1.0);
        total += chunks * each;
    }
    (1.0..=MAX_CORES).contains(&total).then_some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_of_all_members_of_the_family() {
        assert_eq!(slots(b"c5/0,2-3,5-7+c6/0"), Some(7.0));
        assert_eq!(slots(b"n33/7+n33/6"), Some(2.0));
        assert_eq!(slots(b"h/0*36+h2/0*36"), Some(72.0));
        assert_eq!(slots(b"host"), Some(1.0));
        assert_eq!(slots(b"n[001-004,9]/0*8+m/0-15"), Some(56.0));
        assert_eq!(slots(b"n[1-2]"), Some(2.0));
        for text in ["", "h/0*x", "h/5-1", "h/0*99999999999", "h/a-b"] {
            assert_eq!(slots(text.as_bytes()), None, "{text}");
        }
        assert_eq!(vnode_cores(b"(h:ncpus=36)+(g:ncpus=4:mem=1kb)"), Some(40.0));
        assert_eq!(vnode_cores(b"(h)"), None);
        assert_eq!(requested_cores(b"4:ppn=8:gpus=1+2", b"ppn="), Some(34.0));
        assert_eq!(requested_cores(b"2:ncpus=36:mpiprocs=36", b"ncpus="), Some(72.0));
        assert_eq!(requested_cores(b"node17:ppn=3", b"ppn="), Some(3.0));
        assert_eq!(requested_cores(b"", b"ppn="), None);
    }
}
