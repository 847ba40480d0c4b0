-- Invitations of one call for several plants have one number, and count as one invitation of the account; null for one alone.
alter table plant_grants add column call_id uuid;
