-- Tables and indexes named as the code names their rows.
alter table reports_set_aside rename to rejected_reports;
alter index reports_set_aside_gateway rename to rejected_reports_gateway;
alter table reports_set_aside_counts rename to rejected_report_counts;
alter table reports_held rename to pending_reports;
alter index reports_held_gateway rename to pending_reports_gateway;
