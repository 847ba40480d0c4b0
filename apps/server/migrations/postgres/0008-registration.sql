-- Mail and text messages, verification codes, invitations.

-- What is to be sent, written in the transaction of what causes it. A row goes when it was sent or is of no use any more.
create table outbox (
  id uuid primary key default gen_random_uuid(),
  channel text not null check (channel in ('mail', 'sms')),
  recipient text not null,
  subject text not null default '',
  body text not null,
  created_at timestamptz not null,
  -- After this nobody needs it: a code has expired by then.
  expires_at timestamptz not null,
  next_try_at timestamptz not null,
  tries integer not null default 0,
  last_error text not null default '',
  -- Without a server to send it by, the log says once that it waits.
  is_told boolean not null default false
);
create index outbox_waiting on outbox (next_try_at);

-- Somebody asked for a code. Counted per target and address, and worked off by a job, so that the answer takes the same
-- time whoever the target belongs to. What was typed goes with the work; the hash stays for the count.
create table code_requests (
  id uuid primary key default gen_random_uuid(),
  purpose text not null check (purpose in ('register', 'forgot', 'bind')),
  target_hash bytea not null,
  target text,
  language text not null,
  address text not null,
  requested_at timestamptz not null
);
create index code_requests_target on code_requests (target_hash, requested_at);
create index code_requests_address on code_requests (address, requested_at);
create index code_requests_open on code_requests (requested_at) where target is not null;

-- One code per purpose and target: a new one takes the place of the old. Only its HMAC by a key of the server is kept.
create table verification_codes (
  purpose text not null check (purpose in ('register', 'forgot', 'bind')),
  target_hash bytea not null,
  code_hmac bytea not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  primary key (purpose, target_hash)
);

-- A link to an account whose password nobody has chosen yet; good once. Only the token's hash is kept.
create table invitations (
  token_hash bytea primary key,
  account_id uuid not null unique references accounts (id),
  expires_at timestamptz not null,
  created_at timestamptz not null
);

-- Whether an account was ever used from a device and address: asked at each sign-in.
create index sessions_device on sessions (account_id, address);
