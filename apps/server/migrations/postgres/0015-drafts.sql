-- What people have typed and not sent, for 30 days.

create table drafts (
  account_id uuid not null references accounts (id),
  -- The form, by the address of the call it makes.
  form text not null,
  -- The record it is about, as the form names it; null for a new one.
  object_id text,
  -- Revision of the record when the form began.
  revision text,
  -- JSON as it came: nothing here is read by the database.
  body text not null,
  saved_at timestamptz not null,
  unique nulls not distinct (account_id, form, object_id)
);
create index drafts_saved on drafts (saved_at);
