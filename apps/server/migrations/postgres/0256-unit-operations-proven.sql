-- When every unit of an opened device that can be measured was first proven open; null for operations of whole plants, whose
-- ledger has it.
alter table safety_operations add column proven_at timestamptz;
