-- The administrator's grant by which a grant was given: it ends with it. Null where the owner, or somebody of the
-- plant's companies, gave it.
alter table plant_grants add column given_under uuid references plant_grants (id) on delete set null;
create index plant_grants_given_under on plant_grants (given_under) where given_under is not null;

update plant_grants g set given_under = giver.id
from plant_grants giver
where giver.plant_id = g.plant_id and giver.account_id = g.invited_by and giver.id <> g.id
  and giver.level = 'administrator' and giver.state = 'active' and giver.answered_at <= g.created_at
  and g.state in ('invited', 'active');
-- What an administrator gave outlives their own grant no longer.
update plant_grants g set ends_at = giver.ends_at
from plant_grants giver
where giver.id = g.given_under and giver.ends_at < coalesce(g.ends_at, 'infinity');
