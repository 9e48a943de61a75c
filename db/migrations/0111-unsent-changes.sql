-- What a client knew before the last text about a change: they still do if the visit changes while that text waits.
alter table appointments add column told_starts_at text;
alter table appointments add column told_employee_id integer;
