-- The books are kept in whole cents. SQLite would make a float of a sum beyond 2**63, and of a half.
CREATE TABLE whole_accounts (
    name TEXT PRIMARY KEY,
    balance BIGINT NOT NULL CHECK (
        balance = CAST(balance AS BIGINT) AND balance BETWEEN -4611686018427387904 AND 4611686018427387904
    )
);

INSERT INTO whole_accounts SELECT name, balance FROM accounts;

DROP TABLE accounts;

ALTER TABLE whole_accounts RENAME TO accounts;

CREATE TABLE whole_postings (
    at BIGINT NOT NULL,
    account TEXT NOT NULL,
    amount BIGINT NOT NULL CHECK (
        amount = CAST(amount AS BIGINT) AND amount BETWEEN -4611686018427387904 AND 4611686018427387904
    ),
    table_id TEXT NOT NULL,
    line INTEGER NOT NULL,
    why TEXT NOT NULL
);

INSERT INTO whole_postings SELECT at, account, amount, table_id, line, why FROM postings;

DROP TABLE postings;

ALTER TABLE whole_postings RENAME TO postings;

CREATE INDEX postings_by_account ON postings (account, at);
