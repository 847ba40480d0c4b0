-- Files that are being uploaded, and those of published firmware. They are rows, since the process that receives one is
-- not always the one that serves it.
create table firmware_files (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  size_bytes integer not null check (size_bytes > 0),
  uploaded_by uuid references accounts (id) on delete set null,
  begun_at timestamptz not null
);
create index firmware_files_begun on firmware_files (begun_at);

-- Content in parts of 1 MiB, so that neither an upload nor a download is in memory as a whole.
create table firmware_parts (
  file_id uuid not null references firmware_files (id) on delete cascade,
  part smallint not null check (part >= 0),
  content bytea not null,
  primary key (file_id, part)
);
-- Images do not compress well, and ranges of them are read.
alter table firmware_parts alter column content set storage external;

create table firmware (
  id uuid primary key default gen_random_uuid(),
  file_id uuid not null unique references firmware_files (id),
  name text not null unique,
  device_type text not null,
  model text not null,
  hardware text not null,
  version text not null,
  -- The same as numbers: versions are ordered by them.
  version_numbers integer[] not null,
  size_bytes integer not null,
  sha256 text not null,
  signature text not null,
  signed_by text not null,
  permission text not null check (permission in ('external', 'internal')),
  release_notes text not null,
  publisher_id uuid references accounts (id) on delete set null,
  published_at timestamptz not null,
  revision integer not null default 1,
  is_demo boolean not null default false
);
create index firmware_models on firmware (device_type, model, hardware, version_numbers);
