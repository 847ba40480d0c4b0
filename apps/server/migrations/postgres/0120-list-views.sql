-- Saved views of more than one list: those of the plant list become rows of the list 'plants'.
alter table plant_views rename to list_views;
alter table list_views
  add column list text not null default 'plants' check (list in ('plants', 'devices')),
  drop constraint plant_views_account_id_name_key,
  add unique (account_id, list, name);
alter table list_views alter list drop default;
drop index plant_views_default;
create unique index list_views_default on list_views (account_id, list) where is_default;
