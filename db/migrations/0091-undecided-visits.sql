-- Set when hours or time off change over a visit, until someone decides what becomes of it. Its client is not reminded.
alter table appointments add column undecided integer not null default 0 check (undecided in (0, 1));
create index appointments_undecided on appointments (starts_at) where undecided = 1;
