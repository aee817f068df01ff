/// JSON Schemas of CXF 1.0, made of the member tables that the codec reads and writes by.
///
/// They say what a document must be to need no repair: canonical base64url, prescribed field types, no array that is
/// empty where it has to be left out. Open enumerations stay open, and unknown members, credential types and extensions are
/// allowed. What no schema can say (unique identifiers, keys that work) is for the judge.
package enum CXFSchema {
  /// A form in which the objects of CXF are written.
  package struct Form: Sendable {
    /// Whether a member of a type is written although secrets are null; nil where nothing is hidden.
    var isShown: (@Sendable (_ type: String, _ member: String) -> Bool)?
    /// Whether accounts have their items.
    var hasItems = true

    /// As the specification says.
    package static let whole = Form()
    /// With accounts whose items stand elsewhere.
    package static let withoutItems = Form(hasItems: false)
    /// What a vault or a tolerant reader holds, which may break rules about content (field types, grammars, lengths): with
    /// null in the place of scalars, unless `isShown` names type and member, and of extensions. Identifiers and what tells
    /// types apart is always there.
    package static func masked(
      _ isShown: @escaping @Sendable (_ type: String, _ member: String) -> Bool
    ) -> Form {
      Form(isShown: isShown)
    }
  }

  /// The schema of a CXF document.
  package static let document = SchemaDocument(
    "cxf-1.0", title: "CXF 1.0",
    description:
      "A document of the FIDO Alliance's Credential Exchange Format, Proposed Standard of 2025-08-14 with errata.",
    .reference(to: "Header"), definitions: definitions(.whole))

  /// The definitions of all object types, for documents that hold some of them: `Header`, `Account`, `Collection`, `Item`,
  /// and what these need.
  package static func definitions(_ form: Form) -> [SchemaDocument.Definition] {
    let maker = Maker(form: form)
    return types.map { ($0.name, maker.schema(of: $0)) } + [maker.credential]
      + credentials.map { ($0.name, maker.schema(of: $0)) }
      + [maker.extension, maker.identifier] + scalars
  }

  private static let scalars: [SchemaDocument.Definition] = [
    ("Bytes", JSONSchema.base64URL.described("Bytes in base64url without padding (RFC 4648 section 5).")),
    (
      "Timestamp",
      JSONSchema.integer(0...UInt64.max).described("Whole seconds since 1970-01-01T00:00:00Z.")
    ),
  ]
}

/// Makes the definitions of one form.
private struct Maker {
  let form: CXFSchema.Form

  /// Whether rules about content hold.
  private var isStrict: Bool { form.isShown == nil }

  func schema(of type: CXFSchema.ObjectType) -> JSONSchema {
    let discriminator = type.type.discriminator.map {
      [JSONSchema.Property.required($0.name.description, .constant($0.value.description))]
    }
    func members<Object: ExchangeObject>(_ object: Object.Type) -> [DescribedMember] {
      DescribedMember.all(of: object)
    }
    let properties = members(type.type).compactMap { property($0, of: type.name) }
    let object = JSONSchema.object((discriminator ?? []) + properties)
    let isField = type.type == EditableField.self
    return (isField && isStrict ? object.choosing(by: "fieldType", CXFSchema.grammars) : object)
      .described("\(type.words) CXF 1.0 section \(type.type.specSection).")
  }

  /// Any credential: by its type, or of a type that is not registered.
  var credential: SchemaDocument.Definition {
    let types = CXFSchema.credentials.map { type in
      (value: type.type.discriminator?.value.description ?? "", schema: JSONSchema.reference(to: type.name))
    }
    return (
      CXFSchema.credentialName,
      JSONSchema.object([.required("type", .open(types.map(\.value)))]).choosing(by: "type", types)
        .described("A credential; other types than the registered ones are allowed. CXF 1.0 section 3.3.")
    )
  }

  /// Any extension.
  var `extension`: SchemaDocument.Definition {
    let name = SharedExtension.discriminator?.value.description ?? ""
    let object = JSONSchema.object([.required("name", .open([name]))])
    return (
      CXFSchema.extensionName,
      (isStrict ? object.choosing(by: "name", [(name, .reference(to: "SharedExtension"))]) : object)
        .described("Namespaced additions. CXF 1.0 section 3.5.")
    )
  }

  var identifier: SchemaDocument.Definition {
    (
      "Identifier",
      (isStrict ? JSONSchema.base64URL(atMost: Identifier.maximumCount) : .base64URL)
        .described("A machine-made identifier of at most 64 bytes. CXF 1.0 section 1.3.")
    )
  }

  private func property(_ member: DescribedMember, of type: String) -> JSONSchema.Property? {
    if type == "Account", member.name == "items", !form.hasItems { return nil }
    let place = "\(type).\(member.name)"
    var schema =
      isStrict ? CXFSchema.memberRules[place] ?? schema(of: member) : schema(of: member)
    let fieldTypes = CXFSchema.alternativeFieldTypes[place] ?? member.fieldType.map { [$0] } ?? []
    if let first = fieldTypes.first, isStrict {
      let rule: JSONSchema =
        fieldTypes.count == 1 ? .constant(first.name) : .one(of: fieldTypes.map(\.name))
      schema = schema.having([.optional("fieldType", rule)])
    }
    if isHidden(member, of: type) { schema = schema.orNull }
    return member.isRequired ? .required(member.name, schema) : .optional(member.name, schema)
  }

  /// Whether null may stand there: in the masked form for extensions, and for scalars that are not shown.
  private func isHidden(_ member: DescribedMember, of type: String) -> Bool {
    guard let isShown = form.isShown else { return false }
    switch member.kind {
    case .identifier, .object, .field: return false
    case .array(let element):
      guard case .object(let name) = element else { return false }
      return name == CXFSchema.extensionName
    default: return !isShown(type, member.name)
    }
  }

  private func schema(of member: DescribedMember) -> JSONSchema {
    schema(of: member.kind, isOptional: !member.isRequired)
  }

  private func schema(of kind: DescribedMember.Kind, isOptional: Bool) -> JSONSchema {
    switch kind {
    case .text: .text
    case .bytes: .reference(to: "Bytes")
    case .identifier: .reference(to: "Identifier")
    case .timestamp: .reference(to: "Timestamp")
    case .unsigned(let bits): .integer(0...(UInt64.max >> UInt64(64 - bits)))
    case .boolean: .boolean
    case .enumeration(let names): .open(names)
    case .field: .reference(to: "EditableField")
    case .object(let name): .reference(to: name)
    // An optional array has to be left out when it is empty (section 2.1.2).
    case .array(let element):
      .array(of: schema(of: element, isOptional: false), atLeast: isOptional ? 1 : 0)
    }
  }
}
