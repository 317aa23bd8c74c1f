-- People and their sessions.
CREATE TABLE people (
    name TEXT PRIMARY KEY,
    password TEXT NOT NULL,
    role TEXT NOT NULL,
    since BIGINT NOT NULL
);

CREATE TABLE sessions (
    token TEXT PRIMARY KEY,
    name TEXT NOT NULL REFERENCES people (name),
    expires BIGINT NOT NULL
);

-- Tables. A process owns a table while its lease runs; epoch counts the owners, so that one who lost it cannot write.
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    opened_by TEXT NOT NULL,
    opened BIGINT NOT NULL,
    closed BIGINT,
    owner TEXT NOT NULL,
    address TEXT NOT NULL,
    epoch BIGINT NOT NULL,
    lease BIGINT NOT NULL
);

CREATE TABLE journal (
    table_id TEXT NOT NULL,
    volume INTEGER NOT NULL,
    n INTEGER NOT NULL,
    line BYTEA NOT NULL,
    PRIMARY KEY (table_id, volume, n)
);

-- Rounds finished: their lines in the journal, for recall.
CREATE TABLE rounds (
    table_id TEXT NOT NULL,
    round INTEGER NOT NULL,
    volume INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    at BIGINT NOT NULL,
    result BYTEA NOT NULL,
    PRIMARY KEY (table_id, round)
);

CREATE TABLE recall (
    name TEXT NOT NULL,
    at BIGINT NOT NULL,
    table_id TEXT NOT NULL,
    round INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    funds_before BIGINT NOT NULL,
    funds_after BIGINT NOT NULL,
    PRIMARY KEY (table_id, round, seat)
);

CREATE INDEX recall_by_name ON recall (name, at);

-- Double entry over the whole house, in cents. The balances are the sums of the postings, and sum to zero.
CREATE TABLE accounts (
    name TEXT PRIMARY KEY,
    balance BIGINT NOT NULL
);

CREATE TABLE postings (
    at BIGINT NOT NULL,
    account TEXT NOT NULL,
    amount BIGINT NOT NULL,
    table_id TEXT NOT NULL,
    line INTEGER NOT NULL,
    why TEXT NOT NULL
);

CREATE INDEX postings_by_account ON postings (account, at);
