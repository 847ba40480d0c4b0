-- An account keeps existing when the owner of its unverified email or phone number verifies it for another account: it
-- then has no contact until an administrator gives it another one.
do $$
declare
  known text;
begin
  select conname into strict known from pg_constraint
  where conrelid = 'accounts'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) like '%email%phone%cancelled_at%';
  execute format('alter table accounts drop constraint %I', known);
end
$$;
