/// An attached file: only its description, the bytes travel elsewhere. CXF 1.0 section 3.3.7.
public struct FileReference: ExchangeObject {
  /// Machine-made identifier.
  public var id: Identifier
  /// File name with extension.
  public var name: Text
  /// Length in bytes.
  public var decryptedSize: UInt64
  /// SHA-256 of the bytes.
  public var integrityHash: OpaqueBytes
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(
    id: Identifier = Identifier(), name: Text = "", decryptedSize: UInt64 = 0,
    integrityHash:
      OpaqueBytes = OpaqueBytes()
  ) {
    self.id = id
    self.name = name
    self.decryptedSize = decryptedSize
    self.integrityHash = integrityHash
  }

  static let discriminator: Discriminator? = Discriminator("type", "file")
  static var blank: FileReference { FileReference() }
  static let specSection: StaticString = "3.3.7"
  static let members: MemberTable<FileReference> = [
    .required("id", \.id),
    .defaulted("name", \.name),
    .required("decryptedSize", \.decryptedSize),
    .required("integrityHash", \.integrityHash),
  ]
}

/// A loose link to another item. CXF 1.0 section 3.3.10.
public struct ItemReference: ExchangeObject {
  /// The item.
  public var reference: LinkedItem
  /// Members that this version does not know.
  public var unknown = UnknownMembers()

  /// Creates the value; every member may be left to its default.
  public init(reference: LinkedItem = LinkedItem()) {
    self.reference = reference
  }

  static let discriminator: Discriminator? = Discriminator("type", "item-reference")
  static var blank: ItemReference { ItemReference() }
  static let specSection: StaticString = "3.3.10"
  static let members: MemberTable<ItemReference> = [
    .required("reference", \.reference)
  ]
}
