-- The account list in the order it is shown at first; companies an account administers, plants an account is bound to.
create index accounts_by_name on accounts (lower(user_name), id) where cancelled_at is null;
create index companies_administrator on companies (administrator_id) where administrator_id is not null;
create index account_scope_plants_plant on account_scope_plants (plant_id);
