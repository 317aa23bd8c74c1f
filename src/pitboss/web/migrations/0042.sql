-- What surveillance keeps: files, and bookmarks of a step of a round, each in a file or in none yet.
CREATE TABLE case_files (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    title TEXT NOT NULL,
    opened_by TEXT NOT NULL,
    closed BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE bookmarks (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    name TEXT NOT NULL,
    case_file TEXT NOT NULL,
    table_id TEXT NOT NULL,
    round INTEGER NOT NULL,
    step INTEGER NOT NULL,
    says TEXT NOT NULL
);

CREATE INDEX bookmarks_by_file ON bookmarks (case_file, at);

CREATE INDEX recall_by_round ON recall (table_id, round);
