#if canImport(SwiftUI)
  import Foundation
  import SwiftUI

  @main
  struct ReadingListApp: App {
    @State private var list = ReadingList(path: URL.documentsDirectory.appending(path: "reading-list.json").path)

    var body: some Scene {
      WindowGroup { ReadingListView(list: list) }
    }
  }
#else
  @main
  enum ReadingListApp {
    static func main() { print("ReadingList is a SwiftUI app. Run it on macOS or iOS.") }
  }
#endif
