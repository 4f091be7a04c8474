//! Student's t distribution.

/// Quantiles 0.975 of Student's t distribution for 1 to 10 degrees of freedom.
const STUDENT: [f64; 10] = [
    12.706_204_736,
    4.302_652_730,
    3.182_446_305,
    2.776_445_105,
    2.570_581_836,
    2.446_911_851,
    2.364_624_252,
    2.306_004_135,
    2.262_157_163,
    2.228_138_852,
];

/// The quantile 0.975 of Student's t distribution: exact for up to 10 degrees of freedom, beyond that by its asymptotic
/// expansion.
pub fn student_quantile(degrees: u32) -> f64 {
    if let Some(&exact) = STUDENT.get((degrees as usize).wrapping_sub(1)) {
        return exact;
    }
    let z: f64 = 1.959_963_985;
    let n = f64::from(degrees.max(1));
    let z2 = z * z;
    let first = (z2 + 1.0) * z / 4.0;
    let second = ((5.0 * z2 + 16.0) * z2 + 3.0) * z / 96.0;
    let third = (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) * z / 384.0;
    let fourth = ((((79.0 * z2 + 776.0) * z2 + 1482.0) * z2 - 1920.0) * z2 - 945.0) * z / 92160.0;
    z + (first + (second + (third + fourth / n) / n) / n) / n
}

/// The probability that Student's t with these degrees of freedom (at least one) exceeds a value, by the finite sums of
/// Abramowitz and Stegun 1964, 26.7.3 and 26.7.4.
pub fn student_upper_tail(t: f64, degrees: u32) -> f64 {
    let angle = libm::atan(libm::fabs(t) / libm::sqrt(f64::from(degrees)));
    let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
    let odd = degrees % 2 == 1;
    let (mut term, mut sum) = if odd { (cosine, 0.0) } else { (1.0, 0.0) };
    let mut power = u32::from(odd);
    while power + 1 < degrees {
        sum += term;
        term *= cosine * cosine * f64::from(power + 1) / f64::from(power + 2);
        power += 2;
    }
    let within = if odd { std::f64::consts::FRAC_2_PI * (angle + sine * sum) } else { sine * sum };
    let above = (1.0 - within) / 2.0;
    if t < 0.0 { 1.0 - above } else { above }
}

/// The value that Student's t with these degrees of freedom exceeds with this probability, less than one half.
pub fn student_upper_quantile(probability: f64, degrees: u32) -> f64 {
    let exceeds = |t: f64| student_upper_tail(t, degrees) > probability;
    let mut high = 1.0;
    while exceeds(high) && high < 1e12 {
        high *= 2.0;
    }
    let mut low = 0.0;
    // Each step adds a bit; a double has 53.
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        *if exceeds(middle) { &mut low } else { &mut high } = middle;
    }
    high
}
