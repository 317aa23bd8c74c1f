-- Funds that several tables share (14.19, 14.20): which tables of which casino, and by which payout rules.
CREATE TABLE funds (
    table_id TEXT PRIMARY KEY,
    fund TEXT NOT NULL,
    casino TEXT NOT NULL,
    terms TEXT NOT NULL,
    since BIGINT NOT NULL
);

-- What was won of them, one after the other, each win once (14.20(e)4ii).
CREATE TABLE payouts (
    fund TEXT NOT NULL,
    n INTEGER NOT NULL,
    table_id TEXT NOT NULL,
    round INTEGER NOT NULL,
    at BIGINT NOT NULL,
    casino TEXT NOT NULL,
    amount BIGINT NOT NULL,
    says TEXT NOT NULL,
    PRIMARY KEY (fund, n),
    UNIQUE (table_id, round)
);
