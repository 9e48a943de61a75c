-- Calendar programs follow a visit by its revision. Null: unchanged since it was booked.
alter table appointments add column revision integer not null default 0;
alter table appointments add column changed_at integer;
