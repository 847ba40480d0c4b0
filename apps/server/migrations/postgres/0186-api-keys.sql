-- Keys with which programs read what an account sees. A key ends by its date, when it is revoked, and with its account.
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id) on delete cascade,
  name text not null,
  -- Beginning of the key, by which its owner recognizes it; the whole key is stored as SHA-256 only.
  prefix text not null,
  hash bytea not null unique,
  permission_ids text[] not null,
  -- Whether it reads only the plants in api_key_plants.
  is_limited boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index api_keys_account on api_keys (account_id);
create index api_keys_expiry on api_keys (expires_at);

create table api_key_plants (
  key_id uuid not null references api_keys (id) on delete cascade,
  plant_id uuid not null references plants (id) on delete cascade,
  primary key (key_id, plant_id)
);
create index api_key_plants_plant on api_key_plants (plant_id);
