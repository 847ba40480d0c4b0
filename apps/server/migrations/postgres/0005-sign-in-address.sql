-- Failed sign-ins are also counted per address alone.
create index sign_in_failures_address on sign_in_failures (address, failed_at);
