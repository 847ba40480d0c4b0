-- Pages for responders at a plant, behind a QR code: there is a row while the owner has turned the page on.
create table responder_pages (
  plant_id uuid primary key references plants (id) on delete cascade,
  -- SHA-256 of the link's token, and the token encrypted: the owner can print the code again.
  token_hash bytea not null unique,
  token_sealed bytea not null,
  -- Where the switches on site are.
  switch_places text not null default '',
  contacts jsonb not null default '[]',
  created_at timestamptz not null
);
