-- The pit to which the floor has assigned a table.
CREATE TABLE pits (
    table_id TEXT PRIMARY KEY,
    pit TEXT NOT NULL
);

-- What was counted or moved at a table: openers, fills, credits, drops and closers, as they were entered.
CREATE TABLE counts (
    at BIGINT NOT NULL,
    table_id TEXT NOT NULL,
    day TEXT NOT NULL,
    shift TEXT NOT NULL,
    kind TEXT NOT NULL,
    amount BIGINT NOT NULL CHECK (amount BETWEEN 0 AND 9007199254740992),
    name TEXT NOT NULL,
    slip TEXT NOT NULL
);

CREATE INDEX counts_by_day ON counts (day, table_id);

CREATE INDEX rounds_by_time ON rounds (at);
