-- The latest date on which a drill was due and the plant's owner was mailed about it: once per date.
create table safety_drill_reminders (
  plant_id uuid primary key references plants (id) on delete cascade,
  due_at timestamptz not null
);
