-- The order of the plant list without plants that were deleted, so that the others are counted from the index alone.
drop index plants_newest;
create index plants_newest on plants (created_at desc nulls last, number, id) where deleted_at is null;
