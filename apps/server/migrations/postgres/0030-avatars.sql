-- Pictures of accounts beside those of provider contacts.
alter table pictures drop constraint pictures_purpose_check;
alter table pictures add constraint pictures_purpose_check check (purpose in ('provider-qr', 'avatar'));
alter table accounts add foreign key (avatar_id) references pictures (id);
create unique index accounts_avatar on accounts (avatar_id) where avatar_id is not null;
