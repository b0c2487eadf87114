/// A JSON value whose objects keep the order of their members. `Codable` and `JSONSerialization` lose that
/// order and write numbers in their own way, but an attestation binds the very bytes of the evidence.
public enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    /// Every number is a double, as in ECMAScript.
    case number(Double)
    case text(String)
    case array([JSONValue])
    case object(JSONObject)

    public var text: String? { if case .text(let value) = self { value } else { nil } }
    public var number: Double? { if case .number(let value) = self { value } else { nil } }
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
    public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

    /// A number without a fraction; nil for any other value.
    public var whole: Int? { number.flatMap(Int.init(exactly:)) }

    /// The texts of a list; nil when the value is no list of texts.
    public var texts: [String]? {
        guard let array else { return nil }
        let texts = array.compactMap(\.text)
        return texts.count == array.count ? texts : nil
    }
}

/// The members of an object in their order.
public struct JSONObject: Equatable, Sendable {
    public private(set) var members: [(name: String, value: JSONValue)] = []

    /// Nil is left out, because absent is not false.
    public init(_ members: [(String, JSONValue?)] = []) {
        self.members = members.compactMap { name, value in value.map { (name, $0) } }
    }

    public subscript(name: String) -> JSONValue? {
        members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    mutating func append(_ name: String, _ value: JSONValue) {
        members.append((name, value))
    }

    public static func == (one: JSONObject, other: JSONObject) -> Bool {
        one.members.elementsEqual(other.members) { $0.name == $1.name && $0.value == $1.value }
    }
}

extension JSONValue {
    static func of(_ text: String?) -> JSONValue? { text.map(JSONValue.text) }
    static func of(_ number: Double?) -> JSONValue? { number.map(JSONValue.number) }
    static func of(_ whole: Int?) -> JSONValue? { whole.map { .number(Double($0)) } }
    static func of(_ flag: Bool?) -> JSONValue? { flag.map(JSONValue.bool) }
    static func of(_ texts: [String]?) -> JSONValue? { texts.map { .array($0.map(JSONValue.text)) } }

    static func members(_ members: [(String, JSONValue?)]) -> JSONValue { .object(JSONObject(members)) }
}
