extension JSONValue {
    /// The text of the value as `JSON.stringify` writes it: no white space, members in their order, and only
    /// quotation mark, backslash and control characters escaped.
    public func written() -> String {
        var out = ""
        write(to: &out)
        return out
    }

    private func write(to out: inout String) {
        switch self {
        case .null: out += "null"
        case .bool(let value): out += value ? "true" : "false"
        case .number(let value): out += ecmaNumber(value)
        case .text(let value): quote(value, to: &out)
        case .array(let items):
            out += "["
            for (index, item) in items.enumerated() {
                if index > 0 { out += "," }
                item.write(to: &out)
            }
            out += "]"
        case .object(let object):
            out += "{"
            for (index, member) in object.members.enumerated() {
                if index > 0 { out += "," }
                quote(member.name, to: &out)
                out += ":"
                member.value.write(to: &out)
            }
            out += "}"
        }
    }

    private func quote(_ text: String, to out: inout String) {
        out.unicodeScalars.append("\"")
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": out += "\\\""
            case "\\": out += "\\\\"
            case "\u{8}": out += "\\b"
            case "\u{c}": out += "\\f"
            case "\n": out += "\\n"
            case "\r": out += "\\r"
            case "\t": out += "\\t"
            case ..<" ":
                let hex = String(scalar.value, radix: 16)
                out += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: out.unicodeScalars.append(scalar)
            }
        }
        out.unicodeScalars.append("\"")
    }
}

/// The number as ECMAScript writes it (`Number::toString`, RFC 8785 §3.2.2.3): the shortest decimal that
/// reads back as the same double. Swift finds the same digits and places the point in its own way.
func ecmaNumber(_ value: Double) -> String {
    precondition(value.isFinite, "JSON has no number for \(value).")
    if value == 0 { return "0" }
    let (digits, point) = shortestDigits(value.magnitude)
    let sign = value < 0 ? "-" : ""
    switch point {
    case digits.count...max(digits.count, 21) where point <= 21:
        return sign + digits + String(repeating: "0", count: point - digits.count)
    case 1...21:
        return sign + digits.prefix(point) + "." + digits.dropFirst(point)
    case -5...0:
        return sign + "0." + String(repeating: "0", count: -point) + digits
    default:
        let fraction = digits.count > 1 ? "." + digits.dropFirst() : ""
        return sign + digits.prefix(1) + fraction + "e" + (point > 0 ? "+" : "-") + "\((point - 1).magnitude)"
    }
}

/// The value is 0.digits × 10^point.
private func shortestDigits(_ value: Double) -> (digits: String, point: Int) {
    let parts = value.description.split(separator: "e")
    let exponent = parts.count > 1 ? Int(parts[1])! : 0
    let halves = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let fraction = halves.count > 1 ? String(halves[1]) : ""
    let all = halves[0] + fraction
    let leading = all.prefix { $0 == "0" }.count
    var digits = String(all.dropFirst(leading))
    while digits.count > 1, digits.last == "0" { digits.removeLast() }
    return (digits, halves[0].count + exponent - leading)
}
