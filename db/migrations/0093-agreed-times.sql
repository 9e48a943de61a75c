-- The latest time from which the salon moved the visit: until its deadline a client may cancel free of charge.
alter table online_bookings add column moved_from text;
