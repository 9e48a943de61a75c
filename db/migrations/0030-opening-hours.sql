-- When the salon is open and its employees work. Days are YYYY-MM-DD, times of day HH:mm ("24:00" ends a day),
-- all of them wall time of the business.

-- Versions of weekly hours: each holds from its first day until the next version of the same employee.
create table weekly_hours (
  id integer primary key autoincrement,
  -- null: the business
  employee_id integer references employees on delete cascade,
  -- empty: since ever
  from_day text not null,
  -- JSON {mon: [{start, end}], …}; null: the days of the business, with the start and end below where they are set
  weekly text,
  start text,
  end text
) strict;
create unique index weekly_hours_from on weekly_hours (coalesce(employee_id, 0), from_day);
create index weekly_hours_of_employee on weekly_hours (employee_id) where employee_id is not null;

-- Existing salons keep all seven days; new ones begin with Monday to Saturday.
insert into weekly_hours (from_day, weekly)
select '', json_object('mon', json(hours), 'tue', json(hours), 'wed', json(hours), 'thu', json(hours),
  'fri', json(hours), 'sat', json(hours), 'sun', json(iif(exists (select 1 from users), hours, '[]')))
from (select json_array(json_object(
  'start', coalesce((select json_extract(value, '$') from settings where name = 'systemWorkStartTime'), '09:00'),
  'end', coalesce((select json_extract(value, '$') from settings where name = 'systemWorkEndTime'), '17:00'))) as hours);
insert into weekly_hours (employee_id, from_day, start, end)
select id, '', work_start_time, work_end_time from employees;

create table closed_days (
  id integer primary key autoincrement,
  -- with yearly, the year is the first one
  day text not null,
  name text not null,
  yearly integer not null check (yearly in (0, 1))
) strict;

create table time_off (
  id integer primary key autoincrement,
  -- null: the whole business
  employee_id integer references employees on delete cascade,
  starts_at text not null,
  ends_at text not null,
  reason text not null,
  kind text not null check (kind in ('time-off', 'block')),
  created_at integer not null
) strict;
create index time_off_by_end on time_off (ends_at);
create index time_off_of_employee on time_off (employee_id) where employee_id is not null;
