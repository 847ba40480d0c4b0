-- Layouts of plants. A version is a draft until it is published; published versions are never changed.
create table layout_versions (
  id uuid primary key default gen_random_uuid(),
  plant_id uuid not null references plants (id) on delete cascade,
  state text not null check (state in ('draft', 'published')),
  -- 1 for the first published version of a plant, then 2, …; null for a draft.
  number integer check (number > 0),
  -- The version that a draft began with.
  based_on_id uuid references layout_versions (id) on delete set null,
  created_by uuid references accounts (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  published_by uuid references accounts (id),
  published_at timestamptz,
  unique (plant_id, number),
  check ((state = 'published') = (number is not null)),
  check ((state = 'published') = (published_at is not null))
);
-- One draft of a plant at a time: its second editor edits the same one.
create unique index layout_versions_one_draft on layout_versions (plant_id) where state = 'draft';

-- Modules in rows and columns on one plane. Lengths in metres, x to the right and y down from above the roof.
create table layout_groups (
  id uuid primary key default gen_random_uuid(),
  version_id uuid not null references layout_versions (id) on delete cascade,
  -- The same in every version that has the group.
  group_id uuid not null,
  position smallint not null,
  name text not null,
  row_count smallint not null check (row_count between 1 and 1000),
  column_count smallint not null check (column_count between 1 and 1000),
  tilt_deg double precision check (tilt_deg between 0 and 90),
  azimuth_deg double precision check (azimuth_deg >= 0 and azimuth_deg < 360),
  -- Clockwise, around the upper left corner.
  rotation_deg double precision not null default 0,
  x_m double precision not null,
  y_m double precision not null,
  -- From one module to the next, with the gap between them.
  module_width_m double precision not null check (module_width_m > 0),
  module_height_m double precision not null check (module_height_m > 0),
  unique (version_id, group_id),
  unique (version_id, position)
);

-- The slot of each module of a group. A slot keeps its identity in all versions, so that its history stays; the slot of a
-- unit that serves several modules is in several cells.
create table layout_cells (
  group_row_id uuid not null references layout_groups (id) on delete cascade,
  -- From 0.
  row_no smallint not null check (row_no >= 0),
  column_no smallint not null check (column_no >= 0),
  slot_id uuid not null references slots (id) on delete cascade,
  -- Of nine places on the module, row by row, the one where the unit is.
  pole_position smallint check (pole_position between 1 and 9),
  primary key (group_row_id, row_no, column_no)
);
create index layout_cells_slot on layout_cells (slot_id);
