-- A price may be negative: at some hours feeding in costs money.
alter table tariffs drop constraint tariffs_price_check;
