-- Reports of units that were removed from the plant have a reason of their own.
alter table pending_reports
  drop constraint reports_held_reason_check,
  add constraint pending_reports_reason_check
    check (reason in ('unknown-rev', 'unbound', 'before-link', 'after-removal'));
