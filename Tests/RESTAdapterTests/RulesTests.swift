import Foundation
import StoreInterface
import Testing

@testable import RESTAdapter

private let now = Date(timeIntervalSince1970: 1_800_000_000)

private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

@Suite("Rules of HTTP")
struct RulesTests {
  @Test("an error that no server made leaves nothing in doubt, and no stale answer stands in for it")
  func failures() {
    let failure = RESTFailure(StoreError(.malformed, "the record cannot be encoded"))
    #expect(!failure.isUnclear && !failure.isTransient && !failure.isFinal && failure.status == nil)
    #expect(RESTFailure(HTTPTransportError.timedOut, at: "here").isUnclear)
    #expect(!RESTFailure(HTTPTransportError.cannotConnect("it is down"), at: "here").isUnclear)
  }

  @Test("a parameter's value is unquoted, and its escapes resolved (9110 §5.6.4)")
  func parameters() {
    for (text, value) in [
      (#"title="a\"b\\\\c""#, #"a"b\\c"#), (#"title = "\\""#, #"\"#), (#"title=a"b"#, #"a"b"#), (#"title="""#, ""),
    ] {
      let parameter = ASCII.parameter(text)
      #expect(parameter.name == "title" && parameter.value == value, "\(text): \(parameter)")
    }
    #expect(ASCII.parameter("NO-STORE") == ("no-store", nil))
  }

  @Test("a date is read in all three forms, and nothing else is (9110 §5.6.7)")
  func dates() {
    let date = Date(timeIntervalSince1970: 784_111_777)
    for text in [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ] {
      #expect(HTTPDate.parse(text, now: now) == date, "\(text)")
    }
    #expect(HTTPDate.text(of: date) == "Sun, 06 Nov 1994 08:49:37 GMT")
    for text in [
      "", "0", "-1", "soon", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
      "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Nov 99999999999999999999 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
    ] {
      #expect(HTTPDate.parse(text, now: now) == nil, "\(text)")
    }
    // Every day of a leap year and the next there and back.
    for day in 0..<731 {
      let date = Date(timeIntervalSince1970: 1_704_067_200 + Double(day) * 86_400 + 3_723)
      #expect(HTTPDate.parse(HTTPDate.text(of: date), now: now) == date)
    }
  }

  @Test("a year of two digits more than 50 years ahead is of the century before (9110 §5.6.7)")
  func shortYears() {
    #expect(
      HTTPDate.parse("Friday, 06-Nov-76 08:49:37 GMT", now: now).map(HTTPDate.text)?.contains("2076") == true)
    #expect(HTTPDate.parse("Friday, 06-Nov-78 08:49:37 GMT", now: now).map(HTTPDate.text)?.contains("1978") == true)
  }

  @Test("an interval never rests less than a millisecond, nor grows to less than it begins with")
  func intervals() {
    for interval in [
      PollInterval.adaptive(from: .seconds(10), to: .seconds(2)), .adaptive(from: .seconds(10), to: .zero, factor: 0.5),
      .fixed(.seconds(10)),
    ] {
      for count in 0..<5 { #expect(interval.interval(afterUnchanged: count) == .seconds(10)) }
    }
    for base in [Duration.zero, .seconds(-1)] {
      #expect(PollInterval.fixed(base).interval(afterUnchanged: 3) == .milliseconds(1))
      #expect(PollInterval.adaptive(from: base, to: .zero).interval(afterUnchanged: 3) == .milliseconds(1))
    }
    let growing = PollInterval.adaptive(from: .seconds(1), to: .seconds(3), factor: 2)
    #expect((0..<4).map(growing.interval(afterUnchanged:)) == [.seconds(1), .seconds(2), .seconds(3), .seconds(3)])
  }

  @Test("Retry-After: seconds, dates by the server's clock, malformed ignored, capped (9110 §10.2.3)")
  func retryAfter() {
    let cap = Duration.seconds(3600)
    func delay(_ fields: HTTPFields) -> Duration? { RetryAfter.delay(fields, now: now, cap: cap) }
    #expect(delay(["Retry-After": "120"]) == .seconds(120))
    #expect(delay(["Retry-After": " 7 "]) == .seconds(7))
    #expect(delay(["Retry-After": "\t7 \t"]) == .seconds(7), "a tab is optional white space, too (9110 §5.6.3)")
    #expect(delay(["Retry-After": "999999999999999999999999"]) == cap)
    #expect(delay(["Retry-After": HTTPDate.text(of: now.addingTimeInterval(90))]) == .seconds(90))
    #expect(delay(["Retry-After": HTTPDate.text(of: now.addingTimeInterval(-90))]) == .zero)
    // The server's clock is a day ahead: what counts is its own Date.
    let there = now.addingTimeInterval(86_400)
    #expect(
      delay(["Retry-After": HTTPDate.text(of: there.addingTimeInterval(30)), "Date": HTTPDate.text(of: there)])
        == .seconds(30))
    for text in ["", "-1", "1.5", "soon", "12 s", "1e3"] { #expect(delay(["Retry-After": text]) == nil, "\(text)") }
    #expect(delay([:]) == nil)
  }

  @Test("directives are read whatever their case and quotes, the stricter of two counts (9111 §5.2)")
  func directives() {
    let control = CacheControl(#"MAX-AGE="60", max-age=30 , Stale-If-Error=5,no-cache="a, b", private"#)
    #expect(control.maxAge == 30 && control.staleIfError == 5 && control.isNoCache && !control.isNoStore)
    let other = CacheControl(
      "max-age=30, max-age=60, stale-if-error=5, stale-if-error=9, stale-while-revalidate=2, stale-while-revalidate=3")
    #expect(other.maxAge == 30 && other.staleIfError == 5 && other.staleWhileRevalidate == 2)
    #expect(CacheControl("max-age=x").maxAge == 0)
    #expect(CacheControl("no-store").isNoStore && CacheControl("must-revalidate").mustRevalidate)
    #expect(CacheControl(nil) == CacheControl(""))
  }

  @Test("freshness: max-age before Expires, Age counts, Expires by the server's clock (9111 §4.2)")
  func freshness() {
    func secondsFresh(_ fields: HTTPFields, after seconds: Double = 0) -> Double {
      Freshness(fields, requestTime: now, responseTime: now).secondsFresh(at: now.addingTimeInterval(seconds))
    }
    let date = HTTPDate.text(of: now)
    #expect(secondsFresh(["Cache-Control": "max-age=60"]) == 60)
    #expect(secondsFresh(["Cache-Control": "max-age=60"], after: 45) == 15)
    #expect(secondsFresh(["Cache-Control": "max-age=60", "Age": "50"]) == 10)
    #expect(secondsFresh(["Cache-Control": "max-age=60", "Expires": "0"]) == 60)
    #expect(secondsFresh(["Expires": HTTPDate.text(of: now.addingTimeInterval(20)), "Date": date]) == 20)
    #expect(secondsFresh(["Expires": "0", "Date": date]) == 0)
    #expect(secondsFresh([:]) == 0, "no lifetime is guessed")
    #expect(secondsFresh(["Cache-Control": "no-cache, max-age=60"]) == 0)
    #expect(secondsFresh(["Cache-Control": "no-store, max-age=60"]) == 0)
    #expect(secondsFresh(["Cache-Control": "max-age=60", "Vary": "Accept, *"]) == 0)
    // Our clock went back: nothing can be said about the age.
    #expect(secondsFresh(["Cache-Control": "max-age=60"], after: -1) == 0)
    // The time that the answer took counts as age (§4.2.3).
    let slow = Freshness(
      ["Cache-Control": "max-age=60", "Age": "5"], requestTime: now.addingTimeInterval(-10), responseTime: now)
    #expect(slow.secondsFresh(at: now) == 45)
  }

  @Test("clock skew: a slow clock of ours adds no age, a fast one only takes freshness away (9111 §4.2.3)")
  func skew() {
    let date = HTTPDate.text(of: now)
    func fresh(_ skew: Double) -> Double {
      let here = now.addingTimeInterval(skew)
      return Freshness(["Cache-Control": "max-age=60", "Date": date], requestTime: here, responseTime: here)
        .secondsFresh(at: here)
    }
    #expect(fresh(0) == 60)
    #expect(fresh(-7200) == 60)
    #expect(fresh(20) == 40)
    #expect(fresh(7200) == 0)
  }

  @Test(
    "stale answers: while validated, on errors, and never where they must be validated (5861 §3, §4; 9111 §5.2.2.2)")
  func stale() {
    func freshness(_ control: String) -> Freshness {
      Freshness(["Cache-Control": control], requestTime: now, responseTime: now)
    }
    let both = freshness("max-age=10, stale-while-revalidate=20, stale-if-error=100")
    let (inside, late, later) = (now.addingTimeInterval(25), now.addingTimeInterval(50), now.addingTimeInterval(111))
    #expect(both.mayBeUsedWhileValidated(at: inside) && !both.mayBeUsedWhileValidated(at: late))
    #expect(both.mayBeUsedOnError(at: late) && !both.mayBeUsedOnError(at: later))
    let strict = freshness("max-age=10, must-revalidate, stale-while-revalidate=20, stale-if-error=100")
    #expect(!strict.mayBeUsedWhileValidated(at: inside) && !strict.mayBeUsedOnError(at: inside))
    #expect(strict.mayBeUsedOnError(at: now.addingTimeInterval(5)), "fresh is fresh")
  }

  @Test("validators are kept byte for byte, If-None-Match goes before If-Modified-Since (9110 §8.8, §13)")
  func validators() {
    let date = HTTPDate.text(of: now)
    let modified = "Sunday, 06-Nov-94 08:49:37 GMT"
    for tag in [#""a""#, #"W/"a""#, #""ünïcode \ , ""#, "unquoted"] {
      let both = EntityValidators(["ETag": tag, "Last-Modified": modified, "Date": date])
      #expect(both.conditionalFields == ["If-None-Match": tag])
    }
    let dated = EntityValidators(["Last-Modified": modified, "Date": date])
    #expect(dated.conditionalFields == ["If-Modified-Since": modified])
    #expect(EntityValidators([:]).conditionalFields.isEmpty)
  }

  @Test("a date of the same second is no validator (9110 §8.8.2.2)")
  func sameSecond() {
    let date = HTTPDate.text(of: now)
    #expect(EntityValidators(["Last-Modified": date, "Date": date]).isEmpty)
    #expect(EntityValidators(["Last-Modified": date]).isEmpty)
    let before = HTTPDate.text(of: now.addingTimeInterval(-1))
    #expect(EntityValidators(["Last-Modified": before, "Date": date]).lastModified == before)
    #expect(EntityValidators(["Last-Modified": "yesterday", "Date": date]).isEmpty)
  }

  @Test("a weak tag lets no write through, and a 304 with another tag confirms nothing (9110 §13.1.1; 9111 §4.3.4)")
  func tags() {
    #expect(EntityValidators(["ETag": #"W/"a""#]).writeFields.isEmpty)
    #expect(EntityValidators(["ETag": #""a""#]).writeFields == ["If-Match": #""a""#])
    let ours = EntityValidators(["ETag": #""a""#])
    #expect(ours.isConfirmed(by: [:]) && ours.isConfirmed(by: ["ETag": #"W/"a""#]))
    #expect(!ours.isConfirmed(by: ["ETag": #""b""#]))
  }

  @Test("Vary: what it names must be the same, and no value is kept (9111 §4.1)")
  func vary() throws {
    let sent: HTTPFields = ["Authorization": "Bearer secret", "Accept": "application/json"]
    let vary = Vary(["Vary": "accept , AUTHORIZATION, X-None"], request: sent, salt: 7)
    #expect(vary.matches(sent))
    #expect(vary.matches(["accept": "application/json", "authorization": "Bearer secret", "Other": "1"]))
    #expect(!vary.matches(["Accept": "application/json", "Authorization": "Bearer other"]))
    #expect(!vary.matches(["Accept": "application/json"]))
    #expect(!vary.matches(["Accept": "application/json", "Authorization": "Bearer secret", "X-None": ""]))
    #expect(!String(decoding: try JSONEncoder().encode(vary), as: UTF8.self).contains("secret"))
  }

  @Test("links: quotes, commas, several relations, relative targets, anchors (8288 §3)")
  func links() throws {
    let base = try url("https://a.example/notes?page=1")
    func next(_ link: String) -> String? { LinkField.target("next", in: ["Link": link], base: base)?.absoluteString }
    #expect(next("<?page=2>; rel=next") == "https://a.example/notes?page=2")
    #expect(
      next(#"<https://a.example/x?a=1,2;3>; title="a, b; rel=next"; rel="prev", </p>; rel="last NEXT""#)
        == "https://a.example/p")
    #expect(next(#"</p>; rel="prev"; rel="next""#) == nil, "only the first rel counts")
    #expect(next(##"</p>; rel="next"; anchor="#part""##) == nil)
    #expect(next("garbage, , </p>") == nil)
    #expect(next(#"</p>; rel="nextish""#) == nil)
  }

  @Test("origins: scheme, host and port, whatever is written out (9110 §4.3.1)")
  func origins() throws {
    #expect(Origin(try url("HTTPS://A.example/x")) == Origin(try url("https://a.example:443/y?z")))
    #expect(Origin(try url("http://a.example")) != Origin(try url("https://a.example")))
    #expect(Origin(try url("https://a.example")) != Origin(try url("https://b.a.example")))
    #expect(Origin(try url("https://a.example:8443")) != Origin(try url("https://a.example")))
    #expect(Origin(try url("file:///etc/passwd")) == nil)
    #expect(Origin(try url("http://127.0.0.1:65535")) != nil)
    for port in ["0", "65536", "70000", "9223372036854775807"] {
      #expect(URL(string: "http://127.0.0.1:\(port)/").flatMap { Origin($0) } == nil, "\(port)")
    }
  }

  @Test("redirects: to http, in circles, too many, elsewhere and of writes (9110 §15.4)")
  func redirects() throws {
    let (start, other) = (try url("https://a.example/x"), try url("https://a.example/y"))
    func decide(_ status: Int, _ location: String?, method: String = "GET", _ visited: [URL]) -> Redirect {
      var fields = HTTPFields()
      fields["Location"] = location
      return Redirect.decision(
        HTTPResponseHead(status: status, fields: fields), method: method, visited: visited, maximumCount: 3)
    }
    func isRefused(_ decision: Redirect) -> Bool { if case .refuse = decision { true } else { false } }
    for status in [301, 302, 303, 307, 308] { #expect(decide(status, "y#part", [start]) == .follow(other)) }
    #expect(decide(200, "y", [start]) == .none && decide(304, "y", [start]) == .none)
    #expect(isRefused(decide(302, "http://a.example/y", [start])))
    #expect(isRefused(decide(302, "file:///etc/passwd", [start])))
    #expect(isRefused(decide(302, "https://user:word@a.example/", [start])))
    #expect(isRefused(decide(302, nil, [start])))
    #expect(isRefused(decide(302, "https://127.0.0.1:70000/", [start])))
    #expect(isRefused(decide(302, "x", [start, other])))
    #expect(
      isRefused(decide(302, "z", [start, other, try url("https://a.example/1"), try url("https://a.example/2")])))
    #expect(isRefused(decide(302, "y", method: "PUT", [start])))
    #expect(decide(307, "y", method: "PUT", [start]) == .follow(other))
    #expect(isRefused(decide(307, "https://b.example/y", method: "PUT", [start])))
    #expect(decide(303, "y", method: "POST", [start]) == .none)
  }

  @Test("back-off: doubled, capped, drawn from zero to the bound")
  func backoff() {
    let backoff = Backoff(base: .seconds(1), cap: .seconds(10), floor: .milliseconds(50))
    #expect((1...6).map { backoff.bound(after: $0) } == [1, 2, 4, 8, 10, 10].map { .seconds($0) })
    #expect(backoff.bound(after: 1_000_000) == .seconds(10))
    #expect(backoff.delay(after: 3, random: 0.5) == .seconds(2))
    #expect(backoff.delay(after: 3, random: 0) == .milliseconds(50))
    #expect(backoff.delay(after: 3, random: 7) == .seconds(4))
    #expect(backoff.delay(after: 3, random: .nan) == .milliseconds(50))
    let endless = Backoff(base: .seconds(1e18), cap: .seconds(1e20))
    #expect(endless.bound(after: 1_000) == .seconds(1e20))
  }

  @Test("the interval grows while nothing changes, up to its maximum")
  func interval() {
    let interval = PollInterval.adaptive(from: .seconds(2), to: .seconds(10), factor: 2)
    #expect((0...4).map { interval.interval(afterUnchanged: $0) } == [2, 4, 8, 10, 10].map { .seconds($0) })
    #expect(PollInterval.fixed(.seconds(3)).interval(afterUnchanged: 99) == .seconds(3))
    #expect(PollInterval.fixed(.zero).base == .milliseconds(1))
    for factor in [1e300, .infinity] {
      let steep = PollInterval.adaptive(from: .seconds(2), to: .seconds(Int64.max), factor: factor)
      #expect(steep.interval(afterUnchanged: 3) == .seconds(Int64.max))
    }
    #expect(
      PollInterval.adaptive(from: .seconds(2), to: .seconds(9), factor: .nan).interval(afterUnchanged: 3)
        == .seconds(2))
    #expect(
      PollDecision(at: .zero, after: .seconds(Int64.max), .interval).description.hasPrefix(
        "next poll in 9223372036854775807.0 s: "))
  }

  @Test("every decision says why")
  func decisions() {
    var schedule = PollSchedule(interval: .adaptive(from: .seconds(2), to: .seconds(8), factor: 2), backoff: Backoff())
    #expect(schedule.decision.reason == .first)
    schedule.answered(changed: true, freshFor: .zero, at: .seconds(100))
    #expect(schedule.decision == PollDecision(at: .seconds(102), after: .seconds(2), .interval))
    schedule.answered(changed: false, freshFor: .zero, at: .seconds(102))
    #expect(
      schedule.decision.description == "next poll in 4.0 s: nothing changed 1 times, so the interval has grown")
    schedule.answered(changed: false, freshFor: .seconds(60), at: .seconds(106))
    #expect(schedule.decision == PollDecision(at: .seconds(166), after: .seconds(60), .fresh))
    schedule.failed(retryAfter: nil, random: 0.5, at: .seconds(200))
    #expect(schedule.decision.reason == .backoff(failures: 1, bound: .seconds(1)))
    schedule.failed(retryAfter: .seconds(30), random: 0, at: .seconds(300))
    #expect(schedule.decision.reason == .retryAfter(.seconds(30)))
    schedule.hurryAfterWrite(at: .seconds(310))
    #expect(schedule.decision.time.map { $0 >= .seconds(330) } == true, "nothing shortens what the server asked for")
    schedule.answered(changed: true, freshFor: .zero, at: .seconds(331))
    schedule.hurryAfterWrite(at: .seconds(331))
    #expect(schedule.decision.reason == .written)
  }

  @Test("a rate limit that is used up: GitHub's moment, the draft's seconds, several limits, capped")
  func rateLimit() {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    func delay(_ fields: HTTPFields, status: Int = 403) -> Duration? {
      RateLimit.delay(HTTPResponseHead(status: status, fields: fields), now: now, cap: .seconds(3600))
    }
    #expect(delay(["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1800000090"]) == .seconds(90))
    #expect(delay(["X-RateLimit-Remaining": "7", "X-RateLimit-Reset": "1800000090"]) == nil, "it is not used up")
    #expect(delay(["X-RateLimit-Reset": "1800000090"]) == nil, "403 alone says nothing of a limit")
    #expect(delay(["X-RateLimit-Reset": "1800000090"], status: 429) == .seconds(90))
    #expect(delay(["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1799999000"]) == .zero, "it is over")
    #expect(delay(["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "99999999999999999999"]) == .seconds(3600))
    #expect(delay(["X-Ratelimit-Remaining": "0.0", "X-Ratelimit-Reset": "45"]) == .seconds(45), "seconds from now")
    #expect(delay(["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "soon"]) == nil)
    #expect(delay(["RateLimit-Remaining": "0", "RateLimit-Reset": "50"]) == .seconds(50))
    #expect(delay(["RateLimit-Remaining": "0", "RateLimit-Reset": "99999999999999999999"]) == .seconds(3600))
    #expect(delay(["RateLimit": "limit=100, remaining=0, reset=50"]) == .seconds(50))
    #expect(delay(["RateLimit": #""minute";r=5;t=20, "day";r=0;t=900"#]) == .seconds(900))
    #expect(delay(["RateLimit": #""minute";r=0;t=20, "day";r=0;t=900"#]) == .seconds(900))
    #expect(delay(["RateLimit": #""hour";r="0";t="1800""#]) == .seconds(1800), "in quotes, as some write numbers")
    #expect(delay([:]) == nil)
    // The server's clock is an hour behind ours.
    let there = now.addingTimeInterval(-3600)
    #expect(
      delay([
        "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "\(Int(there.timeIntervalSince1970) + 30)",
        "Date": HTTPDate.text(of: there),
      ]) == .seconds(30))
  }

  @Test("after a refusal nothing is requested before the interval is over, and the decision says so")
  func refused() {
    var schedule = PollSchedule(interval: .fixed(.seconds(60)), backoff: Backoff())
    schedule.failed(retryAfter: nil, isRefused: true, random: 0.5, at: .zero)
    #expect(
      schedule.decision.description
        == "next poll in 60.0 s: failures in a row: 1; after a refusal the interval of 60.0 s is kept"
    )
    schedule.failed(retryAfter: .seconds(5), isRefused: true, random: 0, at: .seconds(60))
    #expect(schedule.decision.delay == .seconds(60), "a shorter pause does not shorten it")
    schedule.failed(retryAfter: .seconds(90), isRefused: true, random: 0, at: .seconds(120))
    #expect(schedule.decision.reason == .retryAfter(.seconds(90)))
    for _ in 0..<20 { schedule.failed(retryAfter: nil, isRefused: true, random: 0.9, at: .seconds(210)) }
    #expect(schedule.decision.reason == .backoff(failures: 23, bound: .seconds(300)), "the back-off may be longer")
    schedule.failed(retryAfter: nil, random: 0, at: .seconds(500))
    #expect(schedule.decision.delay == .milliseconds(100), "a server that is down is asked sooner")
  }

  @Test("what cannot stand in a header field is found (9110 §5.5)")
  func fields() {
    #expect(HTTPFields.Field("X-A", "b c").isValid)
    for (name, value) in [("X A", "b"), ("", "b"), ("X-A", "b\r\nHost: c"), ("X-A", "b\u{0}"), ("X:A", "b")] {
      #expect(!HTTPFields.Field(name, value).isValid)
    }
    var fields: HTTPFields = ["a": "1"]
    fields.append("A", "2")
    #expect(fields["A"] == "1, 2")
    fields.merge(["A": "3"])
    #expect(fields["a"] == "3" && fields.fields.count == 1)
  }
}
