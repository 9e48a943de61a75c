-- When the client asked for the present time; null for a booking that they never moved.
alter table online_bookings add column requested_at integer;
-- Until when the deposit of an approved booking can be paid. Its time is released then.
alter table online_bookings add column deposit_due_at integer;
-- What the client's page says about a canceled appointment.
alter table online_bookings add column cancel_reason text check (cancel_reason in ('declined', 'unpaid'));
create index online_bookings_deposit_due on online_bookings (deposit_due_at)
  where deposit_due_at is not null and paid_at is null;
