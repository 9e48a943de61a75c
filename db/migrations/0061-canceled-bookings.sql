-- A booking outlives its appointment and its employee, because its deposit may still be paid or refunded.
create table online_bookings_61 (
  id integer primary key autoincrement,
  phone integer not null,
  client_name text not null,
  email text,
  service_id integer not null references services,
  -- null once the employee is deleted
  employee_id integer references employees on delete set null,
  starts_at text not null,
  duration_minutes integer not null,
  buffer_minutes integer not null,
  price_cents integer not null,
  -- null where none is asked for
  deposit_cents integer,
  -- null while the deposit of a held slot is unpaid, and once the appointment is deleted
  appointment_id integer references appointments on delete set null,
  hold_id integer references slot_holds on delete set null,
  checkout_id text,
  payment_intent_id text,
  paid_at integer,
  -- set in the transaction that cancels; refunded_at follows when Stripe has answered
  refund_due_at integer,
  refunded_at integer,
  marketing integer not null check (marketing in (0, 1)),
  created_at integer not null,
  -- of a booking without an appointment; otherwise the appointment's status says it
  canceled_at integer
) strict;
insert into online_bookings_61
  select id, phone, client_name, email, service_id, employee_id, starts_at, duration_minutes, buffer_minutes,
    price_cents, deposit_cents, appointment_id, hold_id, checkout_id, payment_intent_id, paid_at, refund_due_at,
    refunded_at, marketing, created_at, null
  from online_bookings;
drop table online_bookings;
alter table online_bookings_61 rename to online_bookings;
create index online_bookings_of_phone on online_bookings (phone, starts_at);
create index online_bookings_of_appointment on online_bookings (appointment_id);
create index online_bookings_of_service on online_bookings (service_id);
create index online_bookings_of_employee on online_bookings (employee_id);
create index online_bookings_of_hold on online_bookings (hold_id);
create unique index online_bookings_by_checkout on online_bookings (checkout_id) where checkout_id is not null;
create index online_bookings_to_refund on online_bookings (refund_due_at)
  where refund_due_at is not null and refunded_at is null;
