-- Time of the latest sample that was judged. A dark one leaves the proof of an open unit as it is, with the time and the voltages
-- of the sample that gave it (`sample_at`), but samples from before it change nothing any more.
alter table safety_units add column judged_at timestamptz;
