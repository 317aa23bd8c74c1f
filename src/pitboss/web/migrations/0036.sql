-- Wrong passwords are counted for each address they come from, so that nobody locks out somebody else.
CREATE TABLE tries (
    name TEXT NOT NULL,
    address TEXT NOT NULL,
    wrong INTEGER NOT NULL DEFAULT 0,
    locked BIGINT NOT NULL DEFAULT 0,
    at BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (name, address)
);

-- Who has given an order at a table that is for staff, and does not play there.
CREATE TABLE ruled (
    table_id TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (table_id, name)
);
