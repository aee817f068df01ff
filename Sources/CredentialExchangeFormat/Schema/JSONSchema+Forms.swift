extension JSONSchema {
  /// A member of an object.
  package struct Property: Sendable {
    let name: String
    let schema: JSONSchema
    let isRequired: Bool

    /// A member that is always there.
    package static func required(_ name: String, _ schema: JSONSchema) -> Property {
      Property(name: name, schema: schema, isRequired: true)
    }

    /// A member that may be absent.
    package static func optional(_ name: String, _ schema: JSONSchema) -> Property {
      Property(name: name, schema: schema, isRequired: false)
    }
  }

  // MARK: Scalars

  private static func type(_ name: String) -> JSONSchema { JSONSchema([("type", .text(name))]) }

  /// Any string.
  package static var text: JSONSchema { type("string") }
  /// `true` or `false`.
  package static var boolean: JSONSchema { type("boolean") }
  /// `null`.
  package static var null: JSONSchema { type("null") }

  /// A string that matches a regular expression (ECMA-262), which must name its ends.
  package static func text(pattern: String) -> JSONSchema { text.adding("pattern", .text(pattern)) }

  /// A whole number in a range.
  package static func integer(_ range: ClosedRange<UInt64>) -> JSONSchema {
    type("integer").adding("minimum", .number(range.lowerBound)).adding("maximum", .number(range.upperBound))
  }

  /// A whole number from a least one on.
  package static func integer(atLeast least: UInt64) -> JSONSchema {
    type("integer").adding("minimum", .number(least))
  }

  /// How many there are of something.
  package static var count: JSONSchema { integer(atLeast: 0) }

  /// One text and no other.
  package static func constant(_ text: String) -> JSONSchema { JSONSchema([("const", .text(text))]) }
  /// One number and no other.
  package static func constant(_ number: UInt64) -> JSONSchema { JSONSchema([("const", .number(number))]) }

  /// One of some texts.
  package static func one(of names: [String]) -> JSONSchema { JSONSchema([("enum", .texts(names))]) }

  /// One of some texts that are known, or any other: an enumeration that CXF leaves open.
  package static func open(_ names: [String]) -> JSONSchema { .any(of: [.one(of: names), .text]) }

  // MARK: Bytes

  /// The canonical form of base64url (RFC 4648 section 5): no padding, and no stray bits in the last digit.
  private static let base64URLPattern =
    "^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-][AQgw]|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048])?$"

  /// Bytes in base64url without padding.
  package static var base64URL: JSONSchema { text(pattern: base64URLPattern) }

  /// So many bytes in base64url without padding.
  package static func base64URL(count: Int) -> JSONSchema {
    let length = UInt64(Base64URL.encodedCount(count))
    return base64URL.adding("minLength", .number(length)).adding("maxLength", .number(length))
  }

  /// At most so many bytes in base64url without padding.
  package static func base64URL(atMost count: Int) -> JSONSchema {
    base64URL.adding("maxLength", .number(UInt64(Base64URL.encodedCount(count))))
  }

  /// So many bytes as lower-case hexadecimal digits.
  package static func hexadecimal(count: Int) -> JSONSchema {
    text(pattern: "^[0-9a-f]{\(2 * count)}$")
  }

  // MARK: Arrays and objects

  /// An array.
  package static func array(of element: JSONSchema, atLeast least: Int = 0) -> JSONSchema {
    let array = type("array").adding("items", .schema(element))
    return least == 0 ? array : array.adding("minItems", .number(UInt64(least)))
  }

  /// An object; other members may be there.
  package static func object(_ members: [Property]) -> JSONSchema {
    let required = members.filter(\.isRequired).map(\.name)
    let object = type("object")
    return (required.isEmpty ? object : object.adding("required", .texts(required))).having(members)
  }

  /// An object whose members have names that are not known beforehand.
  package static func dictionary(of value: JSONSchema) -> JSONSchema {
    type("object").adding("additionalProperties", .schema(value))
  }

  /// Returns the schema with rules for members that are there.
  func having(_ members: [Property]) -> JSONSchema {
    adding("properties", .members(members.map { ($0.name, $0.schema) }))
  }

  /// The object with the members that are named, and no other.
  package var closed: JSONSchema { adding("additionalProperties", .flag(false)) }

  /// The object with exactly one of two members.
  package func either(_ first: String, _ second: String) -> JSONSchema {
    adding(
      "oneOf", .schemas([first, second].map { JSONSchema([("required", .texts([$0]))]) }))
  }

  /// The object without a member of this name.
  package func lacking(_ name: String) -> JSONSchema {
    adding("not", .schema(JSONSchema([("required", .texts([name]))])))
  }

  // MARK: Choices

  /// What a definition of the same document says.
  package static func reference(to name: String) -> JSONSchema {
    JSONSchema([("$ref", .text(pointer + name))])
  }

  /// What meets one of some schemas.
  package static func any(of schemas: [JSONSchema]) -> JSONSchema {
    JSONSchema([("anyOf", .schemas(schemas))])
  }

  /// The same, or null.
  package var orNull: JSONSchema {
    // The other keywords of such a schema say nothing about null.
    if keywords.contains(where: { $0.name == "type" }) {
      return JSONSchema(
        keywords.map { keyword in
          guard keyword.name == "type", case .text(let name) = keyword.value else { return keyword }
          return (keyword.name, .texts([name, "null"]))
        })
    }
    if case .schemas(let schemas)? = keywords.first?.value, keywords.first?.name == "anyOf" {
      return .any(of: schemas + [.null])
    }
    return .any(of: [self, .null])
  }

  /// Returns the object with more rules for some values of a member: whoever has such a value must meet its schema.
  package func choosing(by name: String, _ cases: [(value: String, schema: JSONSchema)]) -> JSONSchema {
    let rules = cases.map { value, schema in
      JSONSchema([
        (
          "if",
          .schema(
            JSONSchema([("required", .texts([name]))]).having([.optional(name, .constant(value))]))
        ),
        ("then", .schema(schema)),
      ])
    }
    return adding("allOf", .schemas(rules))
  }
}
