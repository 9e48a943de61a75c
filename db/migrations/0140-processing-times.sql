-- Processing time: a span of a service in which its employee is free for other clients, such as while color develops.
-- JSON {afterMinutes, minutes}; null for none
alter table services add column processing text;
-- as booked: a JSON array of the same, in minutes from the start of the visit; null for none
alter table appointments add column processing text;
drop index appointments_of_employee;
create index appointments_of_employee
  on appointments (employee_id, starts_at, status, duration_minutes, buffer_minutes, processing);
