-- What the web app is told at run time. One row; what it does not hold is as the contract's defaults say.
create table configuration (
  is_only boolean primary key default true check (is_only),
  settings jsonb not null,
  revision integer not null,
  updated_by uuid references accounts (id),
  updated_at timestamptz not null default now()
);
insert into configuration (settings, revision) values ('{}', 1);

-- Each row stands for one file of the picture store, which is named by its id. A row without claimed_at is of no use
-- yet or any more: its file and it are removed after a while, so no crash leaves a file that nobody knows.
create table pictures (
  id uuid primary key,
  purpose text not null check (purpose in ('provider-qr')),
  content_type text not null,
  width integer not null,
  height integer not null,
  size_bytes integer not null,
  uploaded_by uuid references accounts (id),
  uploaded_at timestamptz not null default now(),
  claimed_at timestamptz
);
create index pictures_unclaimed on pictures (uploaded_by, uploaded_at) where claimed_at is null;

create table providers (
  id uuid primary key default gen_random_uuid(),
  country_or_region text not null,
  service_email text not null,
  qr_picture_id uuid unique references pictures (id),
  text text not null default '',
  sort_order integer not null,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
