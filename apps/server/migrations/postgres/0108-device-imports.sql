-- Uploaded files of devices, until they are imported and for a day at most.
create table device_imports (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id) on delete cascade,
  kind text not null check (kind in ('plant', 'register')),
  file_name text not null,
  format text not null check (format in ('csv', 'xlsx')),
  -- Rows and column titles; sealed, since they contain registration codes.
  content bytea not null,
  column_count integer not null,
  total integer not null,
  -- The plant and the meaning of each column, as of the last check.
  plant_id uuid references plants (id) on delete cascade,
  columns jsonb,
  state text not null default 'read' check (state in ('read', 'checked', 'written')),
  wrong integer not null default 0,
  written integer not null default 0,
  -- Results of rows in their order, without registration codes.
  results jsonb not null default '[]',
  created_at timestamptz not null
);
create index device_imports_account on device_imports (account_id, created_at desc);
create index device_imports_created on device_imports (created_at);
