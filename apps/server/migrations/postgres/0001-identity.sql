-- Companies, accounts, customer types, roles, sessions. Words as in docs/glossary.md.

create table customer_types (
  id uuid primary key default gen_random_uuid(),
  code text unique,
  name text not null,
  remarks text not null default '',
  is_built_in boolean not null default false,
  permission_ids text[] not null,
  -- Set once by the irreversible override of the service channel distributor type.
  overridden_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table companies (
  id uuid primary key default gen_random_uuid(),
  upstream_id uuid references companies (id),
  name text not null check (name <> ''),
  address text not null default '',
  contact text not null default '',
  contact_phone text not null default '',
  contact_email text not null default '',
  administrator_id uuid,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index companies_upstream on companies (upstream_id);
-- The tree has exactly one root: the platform operator.
create unique index companies_one_root on companies ((true)) where upstream_id is null;

create table roles (
  id uuid primary key default gen_random_uuid(),
  code text unique,
  company_id uuid not null references companies (id),
  customer_type_id uuid not null references customer_types (id),
  name text not null check (name <> ''),
  remarks text not null default '',
  is_built_in boolean not null default false,
  permission_ids text[] not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index roles_company on roles (company_id);
create index roles_customer_type on roles (customer_type_id);

create table accounts (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references companies (id),
  role_id uuid not null references roles (id),
  relation text not null check (relation in ('customer', 'colleague')),
  supervisor_id uuid references accounts (id),
  user_name text not null check (user_name <> ''),
  nickname text not null default '',
  salutation text check (salutation in ('Mr', 'Ms')),
  email text,
  phone text,
  contact text not null default '',
  remarks text not null default '',
  avatar_id uuid,
  -- argon2id, PHC string; null while an invitation is open.
  password_hash text,
  email_notify boolean not null default true,
  language text not null default 'zh-cn' check (language in ('zh-cn', 'en', 'pt', 'th')),
  -- Jurisdiction: all plants of the company and those below, or the chosen list in account_scope_plants.
  scope_kind text not null default 'company' check (scope_kind in ('company', 'plants')),
  is_demo boolean not null default false,
  disabled_at timestamptz,
  -- Cancelled accounts keep their row (audit refers to it) and lose their personal fields.
  cancelled_at timestamptz,
  created_by uuid references accounts (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (email is not null or phone is not null or cancelled_at is not null)
);
create unique index accounts_email on accounts (lower(email));
create unique index accounts_phone on accounts (phone);
create index accounts_company on accounts (company_id);
create index accounts_role on accounts (role_id);
create index accounts_supervisor on accounts (supervisor_id);

alter table companies add foreign key (administrator_id) references accounts (id);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  -- null: an anonymous session, which sees public plants only.
  account_id uuid references accounts (id),
  endpoint text not null check (endpoint in ('WEB', 'APP')),
  user_agent text not null default '',
  address text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  stepped_up_at timestamptz,
  ended_at timestamptz,
  end_reason text
);
create index sessions_account on sessions (account_id) where ended_at is null;
-- Anonymous sessions are limited per address and minute.
create index sessions_anonymous on sessions (address, created_at) where account_id is null;

-- Opaque tokens, stored as SHA-256 only. All tokens of a session are one family.
create table tokens (
  hash bytea primary key,
  session_id uuid not null references sessions (id),
  kind text not null check (kind in ('access', 'refresh')),
  expires_at timestamptz not null,
  -- A refresh token that was redeemed; presented again after its answer it ends the family.
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index tokens_session on tokens (session_id);
create index tokens_expiry on tokens (expires_at);

-- Failed sign-ins per (account typed, address); rows older than the window are ignored and swept.
create table sign_in_failures (
  target_hash bytea not null,
  address text not null,
  failed_at timestamptz not null
);
create index sign_in_failures_pair on sign_in_failures (target_hash, address, failed_at);

-- Keys the server makes for itself at first start (never in the repository, never a default).
create table server_keys (
  name text primary key,
  value bytea not null,
  created_at timestamptz not null default now()
);
