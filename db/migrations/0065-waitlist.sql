-- Clients who wait for a time. Days and times are wall time of the business.
create table waitlist (
  id integer primary key autoincrement,
  contact_id integer not null references contacts on delete cascade,
  service_id integer not null references services,
  -- null: anyone who performs the service
  employee_id integer references employees on delete cascade,
  from_day text not null,
  to_day text not null,
  -- JSON array such as ["mon","fri"]; null: any
  weekdays text,
  time_from text,
  time_to text,
  status text not null check (status in ('waiting', 'offered', 'booked', 'expired', 'canceled')),
  -- unanswered offers in a row
  unanswered integer not null default 0,
  appointment_id integer references appointments on delete set null,
  source text not null check (source in ('staff', 'online', 'call')),
  created_at integer not null,
  closed_at integer
) strict;
create index waitlist_open on waitlist (created_at, id) where status in ('waiting', 'offered');
create index waitlist_by_last_day on waitlist (to_day) where status = 'waiting';
create index waitlist_closed on waitlist (closed_at) where closed_at is not null;
create index waitlist_of_contact on waitlist (contact_id);
create index waitlist_of_service on waitlist (service_id);
create index waitlist_of_employee on waitlist (employee_id);
create index waitlist_of_appointment on waitlist (appointment_id);

-- Slots freed by a canceled or moved appointment.
create table waitlist_gaps (
  id integer primary key autoincrement,
  employee_id integer not null references employees on delete cascade,
  starts_at text not null,
  -- with the cleanup time
  ends_at text not null,
  -- when to offer it to the next client; null when it is filled, stopped, or no client is left
  due_at integer,
  created_at integer not null
) strict;
create index waitlist_gaps_due on waitlist_gaps (due_at) where due_at is not null;
create index waitlist_gaps_of_employee on waitlist_gaps (employee_id);

create table waitlist_offers (
  id integer primary key autoincrement,
  entry_id integer not null references waitlist on delete cascade,
  gap_id integer not null references waitlist_gaps on delete cascade,
  -- the number that the text went to
  phone integer not null,
  employee_id integer not null references employees on delete cascade,
  starts_at text not null,
  duration_minutes integer not null,
  buffer_minutes integer not null,
  price_cents integer not null,
  hold_id integer references slot_holds on delete set null,
  message_id integer not null,
  status text not null check (status in ('open', 'accepted', 'declined', 'unanswered', 'withdrawn')),
  created_at integer not null,
  expires_at integer not null,
  ended_at integer
) strict;
-- One open offer for a gap, and one for a number, because a YES must have one meaning.
create unique index waitlist_offers_of_gap on waitlist_offers (gap_id) where status = 'open';
create unique index waitlist_offers_of_phone on waitlist_offers (phone) where status = 'open';
create unique index waitlist_offers_once on waitlist_offers (gap_id, entry_id);
create index waitlist_offers_of_entry on waitlist_offers (entry_id);
create index waitlist_offers_of_employee on waitlist_offers (employee_id);
create index waitlist_offers_of_hold on waitlist_offers (hold_id);
create index waitlist_offers_of_message on waitlist_offers (message_id);
create index waitlist_offers_due on waitlist_offers (expires_at) where status = 'open';
create index waitlist_offers_by_phone on waitlist_offers (phone, id);
