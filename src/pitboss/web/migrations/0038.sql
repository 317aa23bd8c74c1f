-- What the postings of each account come to, up to a moment: nothing that is older is summed again at a start.
CREATE TABLE summed (
    account TEXT PRIMARY KEY,
    amount BIGINT NOT NULL
);

CREATE TABLE summed_until (
    at BIGINT NOT NULL
);

INSERT INTO summed_until VALUES (0);

CREATE INDEX postings_by_time ON postings (at);

-- Volumes of journals that are full, in the archive instead of the database.
CREATE TABLE archived (
    table_id TEXT NOT NULL,
    volume INTEGER NOT NULL,
    lines INTEGER NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (table_id, volume)
);
