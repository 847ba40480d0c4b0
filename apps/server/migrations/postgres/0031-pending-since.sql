-- Since when a window waits for its roll-up, however often it was marked again: totals that wait long are shown as updating.
alter table rollup_marks add column pending_since timestamptz not null default clock_timestamp();
