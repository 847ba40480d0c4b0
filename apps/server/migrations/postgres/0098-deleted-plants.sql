-- A deleted plant is hidden from everyone at once; its data is removed after 30 days.
alter table plants add column deleted_at timestamptz;
create index plants_deleted on plants (deleted_at) where deleted_at is not null;
