-- The rows of one operation, which records and the state of a plant's shutdown read: the ledger only grows.
create index safety_ledger_by_operation on safety_ledger (operation_id, kind) where operation_id is not null;
