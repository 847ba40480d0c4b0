-- Limits of measured values by device type: the defaults of all plants.
create table alarm_thresholds (
  device_type text not null check (device_type in ('DCON', 'SCON', 'MCON', 'OPT', 'RSD')),
  quantity text not null check (quantity in ('voltage', 'current', 'temperature')),
  side text not null check (side in ('high', 'low')),
  is_on boolean not null,
  raise_value double precision not null,
  clear_value double precision not null,
  delay_s integer not null check (delay_s between 0 and 86400),
  severity text not null check (severity in ('fault', 'alarm', 'warning')),
  revision integer not null default 1,
  primary key (device_type, quantity, side),
  check (case side when 'high' then clear_value < raise_value else clear_value > raise_value end)
);

-- A plant's own limits, which replace the default of the type there. Their revisions never repeat, also when limits are
-- removed and set again.
create sequence plant_threshold_revisions as integer;
create table plant_alarm_thresholds (
  plant_id uuid not null references plants (id) on delete cascade,
  like alarm_thresholds including defaults including constraints,
  primary key (plant_id, device_type, quantity, side)
);

-- Defaults. Module electronics (OPT) are built for inputs of 16 to 80 V and for -40 to 85 °C (data sheets of module
-- optimizers); the short-circuit current of the largest modules is about 18.5 A. Below 12 V only one third of a module
-- or less is at work. Strings (SCON, MCON) end at 1,500 V (IEC 62548, low voltage DC); how many modules are in series and
-- parallel is unknown here, so their other electrical limits start disabled, with values to begin from. Switches (RSD)
-- have the voltage of their module. A gateway (DCON) is in a cabinet; its voltage is that of the grid (EN 50160: 230 V
-- and 10 %). Low currents are normal in weak light: such limits start disabled too.
insert into alarm_thresholds
  (device_type, quantity, side, is_on, raise_value, clear_value, delay_s, severity)
values
  ('OPT', 'voltage', 'high', true, 75, 70, 60, 'alarm'),
  ('OPT', 'voltage', 'low', true, 12, 16, 900, 'warning'),
  ('OPT', 'current', 'high', true, 20, 18.5, 60, 'alarm'),
  ('OPT', 'current', 'low', false, 0.1, 0.3, 1800, 'warning'),
  ('OPT', 'temperature', 'high', true, 85, 75, 300, 'alarm'),
  ('OPT', 'temperature', 'low', true, -40, -35, 300, 'warning'),
  ('RSD', 'voltage', 'high', true, 75, 70, 60, 'alarm'),
  ('RSD', 'voltage', 'low', true, 12, 16, 900, 'warning'),
  ('RSD', 'current', 'high', true, 20, 18.5, 60, 'alarm'),
  ('RSD', 'current', 'low', false, 0.1, 0.3, 1800, 'warning'),
  ('RSD', 'temperature', 'high', true, 85, 75, 300, 'alarm'),
  ('RSD', 'temperature', 'low', true, -40, -35, 300, 'warning'),
  ('SCON', 'voltage', 'high', true, 1500, 1450, 60, 'alarm'),
  ('SCON', 'voltage', 'low', false, 200, 240, 900, 'warning'),
  ('SCON', 'current', 'high', false, 25, 22, 60, 'alarm'),
  ('SCON', 'current', 'low', false, 0.1, 0.3, 1800, 'warning'),
  ('SCON', 'temperature', 'high', true, 85, 75, 300, 'alarm'),
  ('SCON', 'temperature', 'low', true, -40, -35, 300, 'warning'),
  ('MCON', 'voltage', 'high', true, 1500, 1450, 60, 'alarm'),
  ('MCON', 'voltage', 'low', false, 200, 240, 900, 'warning'),
  ('MCON', 'current', 'high', false, 25, 22, 60, 'alarm'),
  ('MCON', 'current', 'low', false, 0.1, 0.3, 1800, 'warning'),
  ('MCON', 'temperature', 'high', true, 85, 75, 300, 'alarm'),
  ('MCON', 'temperature', 'low', true, -40, -35, 300, 'warning'),
  ('DCON', 'voltage', 'high', false, 253, 250, 600, 'alarm'),
  ('DCON', 'voltage', 'low', false, 207, 210, 600, 'alarm'),
  ('DCON', 'current', 'high', false, 100, 95, 600, 'alarm'),
  ('DCON', 'current', 'low', false, 0.1, 0.3, 1800, 'warning'),
  ('DCON', 'temperature', 'high', true, 70, 65, 300, 'alarm'),
  ('DCON', 'temperature', 'low', true, -30, -25, 300, 'warning');
