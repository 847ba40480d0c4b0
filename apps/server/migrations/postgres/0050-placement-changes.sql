-- Parts of a device's past in which its samples may be stored under another plant or slot than its links say now.
create table placement_changes (
  device_id uuid primary key references devices (id) on delete cascade,
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- Plants whose rows and energies may change.
  plant_keys integer[] not null,
  -- Rows were moved for this change: windows may have to be computed again although nothing is left to move.
  has_moved boolean not null default false,
  changed_at timestamptz not null,
  due_at timestamptz not null
);
create index placement_changes_due on placement_changes (due_at);
