-- Saved views of the plant list: what an account filters, sorts and shows, on any of its devices.
create table plant_views (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id) on delete cascade,
  name text not null check (name <> ''),
  kind text not null check (kind in ('table', 'cards')),
  query jsonb not null,
  columns jsonb not null,
  is_default boolean not null,
  unique (account_id, name)
);
create unique index plant_views_default on plant_views (account_id) where is_default;
