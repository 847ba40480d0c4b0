-- Words that users who may edit a plant attach to it, to find it again in lists.
create table plant_tags (
  plant_id uuid not null references plants (id) on delete cascade,
  tag text not null check (tag <> '' and length(tag) <= 40),
  primary key (plant_id, tag)
);
create index plant_tags_tag on plant_tags (tag, plant_id);
