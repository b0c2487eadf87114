public struct JSONError: Error, Equatable {
    /// The byte at which the text stops being JSON.
    public let at: Int
}

extension JSONValue {
    /// Reads one JSON text (RFC 8259).
    ///
    /// - Throws: `JSONError` for anything else, for a name that stands twice in an object, whose meaning
    ///   would depend on the reader, and for values nested deeper than 64, which would exhaust the stack.
    public static func parse(_ text: String) throws -> JSONValue {
        var reader = JSONReader(bytes: Array(text.utf8))
        return try reader.whole()
    }
}

extension JSONObject {
    /// The object in the text; nil when the text is no JSON or another value.
    static func parse(_ text: String) -> JSONObject? { (try? JSONValue.parse(text))?.object }
}

private struct JSONReader {
    let bytes: [UInt8]
    var at = 0

    mutating func whole() throws -> JSONValue {
        let found = try value(depth: 0)
        blanks()
        guard at == bytes.count else { throw fault }
        return found
    }

    private mutating func value(depth: Int) throws -> JSONValue {
        guard depth <= 64 else { throw fault }
        blanks()
        switch try peek() {
        case UInt8(ascii: "{"): return .object(try object(depth: depth))
        case UInt8(ascii: "["): return .array(try array(depth: depth))
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func object(depth: Int) throws -> JSONObject {
        var found = JSONObject()
        var names = Set<[UInt8]>()
        try each(until: "}") { reader in
            reader.blanks()
            let name = try reader.string()
            guard names.insert(Array(name.utf8)).inserted else { throw reader.fault }
            reader.blanks()
            try reader.take(":")
            found.append(name, try reader.value(depth: depth + 1))
        }
        return found
    }

    private mutating func array(depth: Int) throws -> [JSONValue] {
        var items: [JSONValue] = []
        try each(until: "]") { reader in items.append(try reader.value(depth: depth + 1)) }
        return items
    }

    /// Reads what stands between commas, up to the closing character.
    private mutating func each(until close: Unicode.Scalar, _ read: (inout JSONReader) throws -> Void) throws {
        at += 1
        blanks()
        if try peek() == UInt8(ascii: close) { at += 1; return }
        while true {
            try read(&self)
            blanks()
            if try peek() == UInt8(ascii: close) { break }
            try take(",")
        }
        at += 1
    }

    private mutating func string() throws -> String {
        try take("\"")
        var units: [UInt16] = []
        while true {
            let start = at
            while at < bytes.count, bytes[at] != UInt8(ascii: "\""), bytes[at] != UInt8(ascii: "\\") {
                guard bytes[at] >= 0x20 else { throw fault }
                at += 1
            }
            units += Array(String(decoding: bytes[start..<at], as: UTF8.self).utf16)
            if try next() == UInt8(ascii: "\"") { break }
            units.append(try escaped())
        }
        return String(decoding: units, as: UTF16.self)
    }

    private mutating func escaped() throws -> UInt16 {
        let byte = try next()
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt16(byte)
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0c
        case UInt8(ascii: "n"): return 0x0a
        case UInt8(ascii: "r"): return 0x0d
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "u"):
            var unit: UInt16 = 0
            for _ in 0..<4 {
                guard let digit = Character(Unicode.Scalar(try next())).hexDigitValue else { throw fault }
                unit = unit << 4 | UInt16(digit)
            }
            return unit
        default: throw fault
        }
    }

    private mutating func number() throws -> Double {
        let start = at
        if try peek() == UInt8(ascii: "-") { at += 1 }
        if try peek() == UInt8(ascii: "0") { at += 1 } else { try digits() }
        if at < bytes.count, bytes[at] == UInt8(ascii: ".") { at += 1; try digits() }
        if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
            at += 1
            if [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(try peek()) { at += 1 }
            try digits()
        }
        let value = Double(String(decoding: bytes[start..<at], as: UTF8.self))
        guard let value, value.isFinite else { throw fault }
        return value
    }

    private mutating func digits() throws {
        let start = at
        while at < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[at]) { at += 1 }
        guard at > start else { throw fault }
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws -> JSONValue {
        guard bytes[at...].starts(with: word.utf8) else { throw fault }
        at += word.utf8.count
        return value
    }

    private mutating func blanks() {
        while at < bytes.count, [0x20, 0x09, 0x0d, 0x0a].contains(bytes[at]) { at += 1 }
    }

    private func peek() throws -> UInt8 {
        guard at < bytes.count else { throw fault }
        return bytes[at]
    }

    private mutating func next() throws -> UInt8 {
        let byte = try peek()
        at += 1
        return byte
    }

    private mutating func take(_ scalar: Unicode.Scalar) throws {
        guard try next() == UInt8(ascii: scalar) else { throw fault }
    }

    private var fault: JSONError { JSONError(at: at) }
}
