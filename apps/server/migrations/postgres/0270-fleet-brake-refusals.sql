-- A refusal keeps the account stopped until a second person confirms. Earlier ones did not: they have ended.
update fleet_brakes set until_at = decided_at where not is_confirmed and until_at is null;
