create table services (
  id integer primary key autoincrement,
  name text not null,
  -- without case, accents and punctuation; imports and webhooks find services by it
  name_key text not null,
  category text not null,
  duration_minutes integer not null,
  -- cleanup time after the visit
  buffer_minutes integer not null,
  price_cents integer not null,
  deposit_cents integer,
  color text not null,
  -- JSON array of ids; null: everyone
  employee_ids text,
  -- JSON [{employeeId, durationMinutes, priceCents}]
  overrides text not null,
  online_booking integer not null check (online_booking in (0, 1)),
  created_at integer not null,
  -- Appointments keep pointing to a deleted service.
  deleted_at integer
) strict;
create unique index services_by_name on services (name_key) where deleted_at is null;

-- SQLite can't widen a check, so the table is copied. 'requested' waits for the owner's approval.
create table appointments_new (
  id integer primary key autoincrement,
  employee_id integer not null references employees,
  client_name text not null,
  name_key text not null,
  phone integer,
  starts_at text not null,
  ends_at text not null,
  duration_minutes integer not null,
  service text not null,
  status text not null
    check (status in ('requested', 'booked', 'confirmed', 'arrived', 'no_show', 'canceled')),
  source text not null check (source in ('staff', 'webhook', 'import', 'call', 'online', 'waitlist')),
  thank_you text check (thank_you in ('sent', 'skipped')),
  thank_you_at integer,
  reminder text check (reminder in ('sent', 'skipped')),
  reminder_message_id integer,
  created_at integer not null,
  service_id integer references services,
  -- the price at booking; null where no service was chosen
  price_cents integer,
  buffer_minutes integer not null default 0
) strict;
insert into appointments_new (id, employee_id, client_name, name_key, phone, starts_at, ends_at, duration_minutes,
  service, status, source, thank_you, thank_you_at, reminder, reminder_message_id, created_at)
select id, employee_id, client_name, name_key, phone, starts_at, ends_at, duration_minutes, service, status, source,
  thank_you, thank_you_at, reminder, reminder_message_id, created_at from appointments;
-- An id is never used twice.
delete from sqlite_sequence where name = 'appointments_new';
insert into sqlite_sequence (name, seq) select 'appointments_new', seq from sqlite_sequence where name = 'appointments';
drop table appointments;
alter table appointments_new rename to appointments;

create index appointments_by_time on appointments (starts_at, employee_id);
-- Covers what availability reads.
create index appointments_of_employee
  on appointments (employee_id, starts_at, status, duration_minutes, buffer_minutes);
create index appointments_of_phone on appointments (phone, starts_at) where phone is not null;
create index appointments_of_name on appointments (name_key, starts_at);
create index appointments_without_phone on appointments (starts_at) where phone is null;
create index appointments_to_thank on appointments (ends_at)
  where thank_you is null and status in ('booked', 'confirmed', 'arrived');
create index appointments_to_remind on appointments (starts_at)
  where reminder is null and phone is not null and status = 'booked';
create index appointments_reminded on appointments (reminder_message_id) where reminder_message_id is not null;
create index appointments_of_service on appointments (service_id, starts_at) where service_id is not null;
create trigger own_words_of_appointment after delete on appointments begin
  delete from own_words where kind = 'appointment' and id = old.id;
end;

-- Slots reserved until a deposit is paid or a waitlist offer is answered.
create table slot_holds (
  id integer primary key autoincrement,
  employee_id integer not null references employees on delete cascade,
  starts_at text not null,
  duration_minutes integer not null,
  buffer_minutes integer not null,
  expires_at integer not null
) strict;
create index slot_holds_by_expiry on slot_holds (expires_at);
create index slot_holds_of_employee on slot_holds (employee_id);
