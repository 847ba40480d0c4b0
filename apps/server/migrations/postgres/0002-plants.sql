-- Plants, who may reach them, and what stands on the roof. `key` columns are the small sort keys of the
-- device data; they never leave the server.

create table plants (
  id uuid primary key default gen_random_uuid(),
  key integer generated always as identity unique,
  number text not null unique check (number ~ '^[0-9A-Z]{8}$'),
  name text not null check (name <> ''),
  installed_capacity_kwp numeric(12, 3) not null check (installed_capacity_kwp > 0),
  grid_connection_date date not null,
  installer text not null default '',
  installer_company_id uuid references companies (id),
  email text not null default '',
  time_zone text not null,
  currency char(3) not null,
  investment_amount numeric(18, 2) check (investment_amount >= 0),
  person_in_charge text not null default '',
  phone text not null default '',
  picture_id uuid,
  address text not null default '',
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  visibility text not null default 'concealed' check (visibility in ('public', 'concealed')),
  owner_id uuid not null references accounts (id),
  company_id uuid not null references companies (id),
  -- What opening the plant shows first, and what participants may see (domain: Plant, Settings).
  settings jsonb not null default '{}',
  is_demo boolean not null default false,
  created_by uuid references accounts (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((latitude is null) = (longitude is null))
);
create index plants_company on plants (company_id);
create index plants_owner on plants (owner_id);
create index plants_installer_company on plants (installer_company_id);
create index plants_public on plants (id) where visibility = 'public';

create table account_scope_plants (
  account_id uuid not null references accounts (id),
  plant_id uuid not null references plants (id) on delete cascade,
  primary key (account_id, plant_id)
);

create table plant_grants (
  id uuid primary key default gen_random_uuid(),
  plant_id uuid not null references plants (id) on delete cascade,
  -- null until an invitation by email or phone is accepted.
  account_id uuid references accounts (id),
  target text not null default '',
  level text not null check (level in ('participant', 'administrator')),
  may_operate boolean not null default false,
  state text not null check (state in ('invited', 'active', 'declined', 'ended')),
  invited_by uuid not null references accounts (id),
  ends_at timestamptz,
  answered_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index plant_grants_one_active on plant_grants (plant_id, account_id) where state = 'active';
create index plant_grants_account on plant_grants (account_id) where state = 'active';

create table plant_transfers (
  id uuid primary key default gen_random_uuid(),
  plant_id uuid not null references plants (id) on delete cascade,
  from_account_id uuid not null references accounts (id),
  to_account_id uuid not null references accounts (id),
  state text not null check (state in ('offered', 'accepted', 'declined', 'withdrawn')),
  keeps_grants boolean not null default false,
  created_at timestamptz not null default now(),
  answered_at timestamptz
);
create unique index plant_transfers_one_open on plant_transfers (plant_id) where state = 'offered';

create table tariffs (
  id uuid primary key default gen_random_uuid(),
  plant_id uuid not null references plants (id) on delete cascade,
  -- Local date of the plant.
  valid_from date not null,
  method text not null check (method in ('fixed', 'time')),
  price numeric(12, 6) check (price >= 0),
  -- [{ "start": "07:00", "end": "23:00", "price": "0.5283" }]
  periods jsonb,
  created_by uuid references accounts (id),
  created_at timestamptz not null default now(),
  unique (plant_id, valid_from),
  check ((method = 'fixed') = (price is not null)),
  check ((method = 'time') = (periods is not null))
);

-- Exactly one level counts for power, energy and earnings at a time.
create table metering_sets (
  plant_id uuid not null references plants (id) on delete cascade,
  valid_from timestamptz not null,
  level text not null check (level in ('ac-meter', 'string', 'module')),
  -- Earnings on a DC level are converted by this factor and said to be estimated.
  conversion_factor numeric(5, 4) not null default 0.96 check (conversion_factor > 0 and conversion_factor <= 1),
  primary key (plant_id, valid_from)
);

create table slots (
  id uuid primary key default gen_random_uuid(),
  key integer generated always as identity unique,
  plant_id uuid not null references plants (id) on delete cascade,
  label text not null default '',
  group_name text not null default '',
  x_m double precision,
  y_m double precision,
  rotation_deg double precision,
  tilt_deg double precision check (tilt_deg between 0 and 90),
  azimuth_deg double precision check (azimuth_deg >= 0 and azimuth_deg < 360),
  pole_position smallint check (pole_position between 1 and 9),
  created_at timestamptz not null default now()
);
create index slots_plant on slots (plant_id);

create table modules (
  id uuid primary key default gen_random_uuid(),
  model text not null default '',
  serial_number text not null default '',
  rated_power_w double precision check (rated_power_w > 0)
);

create table slot_modules (
  slot_id uuid not null references slots (id) on delete cascade,
  module_id uuid not null references modules (id),
  from_at timestamptz not null,
  to_at timestamptz,
  primary key (slot_id, from_at),
  check (to_at is null or to_at > from_at)
);

-- The register and the device are one row: an entry without an open link stands in no plant yet.
create table devices (
  id uuid primary key default gen_random_uuid(),
  key integer generated always as identity unique,
  sn text not null unique check (sn ~ '^[A-Z0-9-]{4,32}$'),
  type text not null check (type in ('DCON', 'SCON', 'MCON', 'OPT', 'RSD')),
  model text not null default '',
  alias text not null default '',
  hardware_version text not null default '',
  software_version text not null default '',
  hplc_version text not null default '',
  mcon_st_version text not null default '',
  rated_power_w double precision,
  -- SHA-256 of the registration code; null for a unit that was adopted from a gateway's birth.
  registration_code_hash bytea,
  -- The company an entry is registered to, when it is reserved for one.
  company_id uuid references companies (id),
  adopted_at timestamptz,
  registered_by uuid references accounts (id),
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- A device stands in one plant, under one parent and at one slot at a time; a sample belongs to the link of its own time.
create table device_links (
  id uuid primary key default gen_random_uuid(),
  device_id uuid not null references devices (id) on delete cascade,
  plant_id uuid not null references plants (id) on delete cascade,
  slot_id uuid references slots (id),
  parent_id uuid references devices (id),
  from_at timestamptz not null,
  to_at timestamptz,
  created_by uuid references accounts (id),
  created_at timestamptz not null default now(),
  check (to_at is null or to_at > from_at)
);
create unique index device_links_one_open on device_links (device_id) where to_at is null;
create index device_links_device on device_links (device_id, from_at);
create index device_links_plant on device_links (plant_id);
create index device_links_parent on device_links (parent_id);

-- What was last heard of a device; written by the device link only.
create table device_states (
  device_id uuid primary key references devices (id) on delete cascade,
  is_online boolean not null default false,
  online_since timestamptz,
  last_sample_at timestamptz,
  last_received_at timestamptz,
  -- After a `down` event until the next sample or `up`.
  is_down boolean not null default false,
  unit_status smallint,
  is_closed boolean,
  -- Latest values by point name, as shown beside the device: {"vi": 38.1, …}.
  latest jsonb not null default '{}',
  updated_at timestamptz not null default now()
);
create index device_states_fault on device_states (device_id) where unit_status = 7;

-- Wrong codes when a device is added; limited per account, in all and for one serial number, swept after a day.
create table device_add_failures (
  account_id uuid not null references accounts (id),
  sn text not null,
  failed_at timestamptz not null
);
create index device_add_failures_account on device_add_failures (account_id, failed_at);
