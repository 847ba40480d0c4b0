-- Calls of anonymous sessions in their current minute, reserved by processes in blocks. Not kept over a crash.
create unlogged table anonymous_calls (
  session_id uuid primary key,
  window_at timestamptz not null,
  calls integer not null
);
create index anonymous_calls_window on anonymous_calls (window_at);
