-- Numbers that cannot be texted, and when that was found out or taken back; older news changes nothing.
create table undeliverable_numbers (
  phone integer primary key,
  marked_at integer not null,
  -- the carrier's code; null where a lookup said so
  code integer,
  cleared_at integer
) strict;
insert into undeliverable_numbers (phone, marked_at) select phone, 0 from contacts where undeliverable = 1;

-- What a lookup said of a number; good for ninety days.
create table number_checks (
  phone integer primary key,
  valid integer not null,
  -- null unless the paid lookup was asked
  line_type text,
  checked_at integer not null
) strict;

-- A scan goes from the newest text to older ones: numbers whose newest outcome it has seen.
create table scanned_numbers (
  phone integer primary key
) strict;
