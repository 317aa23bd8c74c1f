-- What the floor has ordered: a table paused or about to close, a person barred from a table ('' for all tables).
CREATE TABLE orders (
    table_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    at BIGINT NOT NULL,
    given_by TEXT NOT NULL,
    PRIMARY KEY (table_id, kind, name)
);

-- Players who have called the floor.
CREATE TABLE calls (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    table_id TEXT NOT NULL,
    name TEXT NOT NULL,
    why TEXT NOT NULL,
    taken_by TEXT NOT NULL DEFAULT '',
    taken BIGINT NOT NULL DEFAULT 0
);
