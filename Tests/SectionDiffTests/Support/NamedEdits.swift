import ConformanceKit

/// Positions that name what differs between two worlds, and perhaps more; the fewest or not.
struct NamedEdits {
  /// Positions of old rows, ascending.
  var removed: [Int32] = []
  /// Positions of new rows, ascending.
  var added: [Int32] = []

  private struct Place {
    var position: Int32
    var section: Int
    var row: World.Row
  }

  private struct Name: Hashable {
    var section: Int?
    var id: Int
  }

  /// Names rows of two worlds without repeats.
  ///
  /// A row is left out where it is equal, stays in its section, and comes after all rows left out before it: so what is
  /// named is often more than the fewest that would do.
  ///
  /// - Parameters:
  ///   - old: The world before.
  ///   - new: The world after.
  ///   - staysInSection: Whether a row of another section is another row.
  ///   - leavesOutSections: Whether rows of dead and born sections are not named.
  ///   - isNamed: Which rows are named whether they must be or not, by identity.
  init(
    from old: World, to new: World, staysInSection: Bool = false, leavesOutSections: Bool = false,
    naming isNamed: (Int) -> Bool = { _ in false }
  ) {
    func places(_ world: World) -> [Place] {
      var places: [Place] = []
      for section in world.sections {
        for row in section.rows {
          places.append(Place(position: Int32(places.count), section: section.key, row: row))
        }
      }
      return places
    }
    func name(_ place: Place) -> Name { Name(section: staysInSection ? place.section : nil, id: place.row.id) }
    let (oldPlaces, newPlaces) = (places(old), places(new))
    let oldKeys = Set(old.sections.map(\.key))
    let newKeys = Set(new.sections.map(\.key))
    var byName: [Name: Place] = [:]
    for place in oldPlaces { byName[name(place)] = place }
    var left: Set<Int32> = []
    var last: (section: Int, position: Int32)?
    for place in newPlaces {
      if let other = byName[name(place)], other.section == place.section, other.row == place.row,
        !isNamed(place.row.id),
        last.map({ $0.section != place.section || $0.position < other.position }) ?? true
      {
        last = (place.section, other.position)
        left.insert(other.position)
      } else if !leavesOutSections || oldKeys.contains(place.section) {
        added.append(place.position)
      }
    }
    removed = oldPlaces.filter { !left.contains($0.position) }
      .filter { !leavesOutSections || newKeys.contains($0.section) }.map(\.position)
  }
}
