-- Sharing and transfer of a plant. An email or phone number is kept only while its offer is open: whom it reached is
-- an account from then on.

create unique index plant_grants_one_invited on plant_grants (plant_id, coalesce(account_id::text, target))
  where state = 'invited';
create index plant_grants_invited_account on plant_grants (account_id) where state = 'invited';
create index plant_grants_invited_target on plant_grants (target) where state = 'invited' and account_id is null;
-- Offers of one person are limited by the hour.
create index plant_grants_inviter on plant_grants (invited_by, created_at);

-- Offered to an account, or to whoever has this email or phone number.
alter table plant_transfers alter column to_account_id drop not null;
alter table plant_transfers add column target text not null default '';
alter table plant_transfers add constraint plant_transfers_addressed
  check (state <> 'offered' or (to_account_id is null) = (target <> ''));
-- Grants that go on under the new owner; the others end.
alter table plant_transfers drop column keeps_grants;
alter table plant_transfers add column keep_grant_ids uuid[] not null default '{}';
create index plant_transfers_offered_account on plant_transfers (to_account_id) where state = 'offered';
create index plant_transfers_offered_target on plant_transfers (target) where state = 'offered' and to_account_id is null;
create index plant_transfers_giver on plant_transfers (from_account_id, created_at);
create index plant_transfers_plant on plant_transfers (plant_id, answered_at) where state = 'accepted';
