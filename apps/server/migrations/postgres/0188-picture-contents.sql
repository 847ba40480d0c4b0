-- Pictures themselves, which were files of one host: every process serves every picture. Already compressed, so they are
-- stored as they are.
create table picture_contents (
  picture_id uuid not null references pictures (id) on delete cascade,
  size text not null check (size in ('full', 'small')),
  content bytea not null,
  primary key (picture_id, size)
);
alter table picture_contents alter column content set storage external;
