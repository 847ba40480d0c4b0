-- Photographs under the modules of a layout. A picture belongs to a plant from its upload; drafts and versions name it.
alter table pictures drop constraint pictures_purpose_check;
alter table pictures add constraint pictures_purpose_check
  check (purpose in ('provider-qr', 'avatar', 'plant', 'layout'));

create table layout_pictures (
  picture_id uuid primary key references pictures (id),
  plant_id uuid not null references plants (id) on delete cascade,
  added_at timestamptz not null
);
create index layout_pictures_plant on layout_pictures (plant_id);

-- Which picture is under a version, and where; that of a draft is in its body.
alter table layout_versions add column background jsonb;
