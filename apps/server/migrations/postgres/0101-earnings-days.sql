-- State of the plant that its earnings by day (plant_earnings_days in ClickHouse) were last compared with; null before.
alter table plant_earnings add column days_basis text;
