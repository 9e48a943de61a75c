-- The rhythm of a repeating appointment. Its visits are ordinary appointments; the last day is that of the last of them.
create table appointment_series (
  id integer primary key autoincrement,
  every_weeks integer not null check (every_weeks between 1 and 52),
  created_at integer not null
) strict;
alter table appointments add column series_id integer references appointment_series;
create index appointments_of_series on appointments (series_id, starts_at) where series_id is not null;
-- A series without appointments would never be read again.
create trigger series_of_appointment after delete on appointments when old.series_id is not null begin
  delete from appointment_series where id = old.series_id
    and not exists (select 1 from appointments where series_id = old.series_id);
end;
