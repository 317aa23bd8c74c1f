-- The servers that are alive, so that tables are shared among them.
CREATE TABLE servers (
    name TEXT PRIMARY KEY,
    address TEXT NOT NULL,
    lease BIGINT NOT NULL
);

CREATE INDEX tables_by_owner ON tables (owner);
