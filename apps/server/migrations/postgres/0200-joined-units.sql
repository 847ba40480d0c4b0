-- Units that joined a plant, or left it, while it was shut down. One that joined counts as installed once it is open.
alter table safety_units add column joined_at timestamptz, add column left_at timestamptz;
