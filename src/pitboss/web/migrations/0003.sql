-- What the house signed when a round was over: how far the journal had come.
ALTER TABLE rounds ADD COLUMN head BYTEA;

-- What people brought to a table and took away, for comparing it with the table's journal. Accounts after 'tj' are those
-- in transit and the wallets; what play itself moves, which is nearly everything, need not be in this index.
CREATE INDEX postings_of_people ON postings (table_id, account, amount) WHERE account > 'tj';
