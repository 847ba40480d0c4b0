-- A price may be negative: at some hours feeding in costs money.
alter table tariffs drop constraint tariffs_price_check;

-- A plant may have one picture.
alter table pictures drop constraint pictures_purpose_check;
alter table pictures add constraint pictures_purpose_check check (purpose in ('provider-qr', 'avatar', 'plant'));
alter table plants add constraint plants_picture_id_key unique (picture_id);
alter table plants add constraint plants_picture_id_fkey foreign key (picture_id) references pictures (id);
