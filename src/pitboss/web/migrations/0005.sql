-- Tournaments (8.6). Their record is chained; a line is written once, by the first process. A process runs one while its
-- lease lasts, with all of its tables.
CREATE TABLE tournaments (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    opened_by TEXT NOT NULL,
    opened BIGINT NOT NULL,
    closed BIGINT,
    owner TEXT NOT NULL,
    lease BIGINT NOT NULL
);

CREATE TABLE tournament_record (
    tournament TEXT NOT NULL,
    n INTEGER NOT NULL,
    line BYTEA NOT NULL,
    PRIMARY KEY (tournament, n)
);
