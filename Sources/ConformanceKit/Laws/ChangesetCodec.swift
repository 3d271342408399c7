import SectionDiff

/// What the laws of encoding need to know of a changeset's types, held in closures so that every other law can be
/// checked for types that are not Codable.
struct ChangesetCodec<Key: Hashable, Item, Header: Equatable> {
  var encode: (Changeset<Key, Item, Header>) throws -> TreeNode
  var decode: (TreeNode) throws -> Changeset<Key, Item, Header>
  var areEqual: (Changeset<Key, Item, Header>, Changeset<Key, Item, Header>) -> Bool
}

extension ChangesetCodec where Key: Codable, Item: Codable & Equatable, Header: Codable {
  init() {
    encode = { try TreeEncoder.encode($0) }
    decode = { try TreeDecoder.decode(Changeset<Key, Item, Header>.self, from: $0) }
    areEqual = { $0 == $1 }
  }
}
