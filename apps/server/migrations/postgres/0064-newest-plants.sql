-- The order of the plant list unless the user chooses another: a page of it without sorting all plants.
create index plants_newest on plants (created_at desc nulls last, number, id);
