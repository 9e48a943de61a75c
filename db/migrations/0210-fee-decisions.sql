-- 1: the checkout's page has ended unpaid. Deposits on the others may have been paid unnoticed; only a few are open at a time.
alter table online_bookings add column checkout_ended integer not null default 0 check (checkout_ended in (0, 1));
create index online_bookings_open on online_bookings (id)
  where checkout_id is not null and paid_at is null and checkout_ended = 0;

-- A fee is charged ten seconds after staff decided on it, so that they can undo that. Null once Stripe is asked.
alter table payments add column charge_at integer;
create index payments_charge_due on payments (charge_at) where charge_at is not null;

-- "open": the client canceled late, and no one has decided about the fee.
alter table appointments add column fee_question text check (fee_question in ('open', 'decided'));
create index appointments_fee_question on appointments (id) where fee_question = 'open';
drop trigger appointments_put_back;
create trigger appointments_put_back after update of status on appointments
  when old.status = 'canceled' and new.status <> 'canceled' begin
  update appointments set canceled_at = null, fee_question = null where id = new.id;
end;

-- What a payment was paid with, such as "Visa 4242"; null where that isn't known.
alter table payments add column card text;
