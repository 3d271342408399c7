/// The table of notes, in SQL. Notes come and go as JSON, whose fields have the names of the columns.
struct NoteTable: Sendable {
  /// The table, and the channel on which it announces changes; no longer than 63 bytes.
  let name: String

  private var table: String { #"""# + name.replacing(#"""#, with: #""""#) + #"""# }

  // sample: postgres-trigger
  /// Creates the table, and the trigger that announces the changed keys when a transaction is committed; one program at a
  /// time does so.
  var creation: String {
    """
    SELECT pg_advisory_xact_lock(hashtext('announce_changes'));
    CREATE TABLE IF NOT EXISTS \(table) (id bigint PRIMARY KEY, folder text NOT NULL, title text NOT NULL);
    CREATE OR REPLACE FUNCTION announce_changes() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP IN ('UPDATE', 'DELETE') THEN PERFORM pg_notify(TG_TABLE_NAME, TG_OP || ' ' || OLD.id); END IF;
      IF TG_OP IN ('INSERT', 'UPDATE') THEN PERFORM pg_notify(TG_TABLE_NAME, TG_OP || ' ' || NEW.id); END IF;
      IF TG_OP = 'TRUNCATE' THEN PERFORM pg_notify(TG_TABLE_NAME, TG_OP); END IF;
      RETURN NULL;
    END $$;
    CREATE OR REPLACE TRIGGER announce_changes AFTER INSERT OR UPDATE OR DELETE ON \(table)
      FOR EACH ROW EXECUTE FUNCTION announce_changes();
    CREATE OR REPLACE TRIGGER announce_truncation AFTER TRUNCATE ON \(table)
      FOR EACH STATEMENT EXECUTE FUNCTION announce_changes();
    """
  }
  // end sample

  /// Begins to listen. A mark that this connection sends to itself need not wait for the disk.
  func listening(markedBy mark: String) -> String {
    "SET synchronous_commit = off; LISTEN \(table); LISTEN \"\(mark)\""
  }

  /// All notes, or those of the folder $1, in order.
  var answer: String { "\(notes) WHERE $1::text IS NULL OR folder = $1" }

  /// The notes with the keys $1; then the connection sends itself the mark $2.
  var marked: String {
    """
    SELECT coalesce(json_agg(n ORDER BY id), '[]'), pg_notify($2, '') FROM \(table) n WHERE id = ANY ($1::bigint[])
    """
  }

  // sample: postgres-writing
  /// The notes with the keys $1. Nobody else changes them until the transaction is over.
  var locked: String {
    """
    SELECT coalesce(json_agg(n), '[]')
      FROM (SELECT * FROM \(table) WHERE id = ANY ($1::bigint[]) ORDER BY id FOR UPDATE) n
    """
  }
  var deletion: String { "DELETE FROM \(table) WHERE id = ANY ($1::bigint[])" }
  var update: String {
    "UPDATE \(table) t SET folder = n.folder, title = n.title FROM \(rows) n WHERE t.id = n.id"
  }
  var insertion: String { "INSERT INTO \(table) SELECT * FROM \(rows)" }
  // end sample

  private var notes: String { "SELECT coalesce(json_agg(n ORDER BY id), '[]') FROM \(table) n" }
  private var rows: String { "json_populate_recordset(NULL::\(table), $1)" }
}
