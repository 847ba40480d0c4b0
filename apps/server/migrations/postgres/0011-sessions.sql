-- Keep me signed in, tickets, second factors.

-- A token that lives in a cookie of the browser and is good for /token/refresh alone.
alter table tokens drop constraint tokens_kind_check;
alter table tokens add constraint tokens_kind_check check (kind in ('access', 'refresh', 'kept'));

-- Hand a session on to another place: good once and for a minute. Only the hash is kept.
create table tickets (
  hash bytea primary key,
  session_id uuid not null references sessions (id),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index tickets_expiry on tickets (expires_at);

create table totp_factors (
  account_id uuid primary key references accounts (id),
  -- Sealed with a key of the server, because it cannot be a hash.
  secret bytea not null,
  -- null until a first code has shown that the other side holds the secret too.
  confirmed_at timestamptz,
  -- Number of the 30 seconds whose code was taken last: none is good twice.
  last_counter bigint not null default 0,
  created_at timestamptz not null
);

-- For whoever has lost the other factor; each is good once. Only an HMAC by a key of the server is kept.
create table recovery_codes (
  account_id uuid not null references accounts (id),
  code_hmac bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hmac)
);

create table passkeys (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id),
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null check (name <> ''),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_account on passkeys (account_id);

-- What a browser was asked to sign with a passkey; the account is known when it registers one.
create table passkey_ceremonies (
  hash bytea primary key,
  account_id uuid references accounts (id),
  challenge text not null,
  address text not null,
  expires_at timestamptz not null
);
create index passkey_ceremonies_expiry on passkey_ceremonies (expires_at);

-- Who has proved the first factor and owes the second. Good once, for ten minutes and five tries.
create table second_steps (
  hash bytea primary key,
  account_id uuid not null references accounts (id),
  endpoint text not null check (endpoint in ('WEB', 'APP')),
  -- How the first factor was proved.
  method text not null,
  is_kept boolean not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index second_steps_expiry on second_steps (expires_at);
