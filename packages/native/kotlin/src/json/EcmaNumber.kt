package com.standpoint.json

import java.math.BigDecimal
import java.math.MathContext
import java.math.RoundingMode

/**
 * The number as ECMAScript writes it (`Number::toString`, RFC 8785 §3.2.2.3): the shortest decimal that reads
 * back as the same double. `Double.toString` is no help: it writes 1.0E-6, and before JDK 19 not always the
 * shortest.
 */
internal fun ecmaNumber(value: Double): String {
    require(value.isFinite()) { "JSON has no number for $value." }
    if (value == 0.0) return "0"
    val sign = if (value < 0) "-" else ""
    val shortest = shortest(BigDecimal(Math.abs(value)), Math.abs(value))
    val digits = shortest.unscaledValue().toString()
    // The value is 0.digits × 10^point.
    val point = digits.length - shortest.scale()
    return sign + when {
        point in digits.length..21 -> digits + "0".repeat(point - digits.length)
        point in 1..21 -> "${digits.take(point)}.${digits.drop(point)}"
        point in -5..0 -> "0.${"0".repeat(-point)}$digits"
        else -> exponential(digits, point - 1)
    }
}

private fun exponential(digits: String, exponent: Int): String {
    val fraction = if (digits.length > 1) ".${digits.drop(1)}" else ""
    return "${digits.first()}${fraction}e${if (exponent < 0) "-" else "+"}${Math.abs(exponent)}"
}

private fun shortest(exact: BigDecimal, value: Double): BigDecimal {
    for (precision in 1..17) {
        // At a power of two the nearer neighbour may be another double, and the farther one this double.
        listOf(RoundingMode.DOWN, RoundingMode.UP)
            .map { exact.round(MathContext(precision, it)) }
            .filter { it.toDouble() == value }
            .minByOrNull { (it - exact).abs() }
            ?.let { return it.stripTrailingZeros() }
    }
    error("Every double has a decimal of 17 digits.")
}
