-- The front desk: who works when, who comes when, and what outside programs ask for. Times of day are
-- wall time where the business is, YYYY-MM-DDTHH:mm:ss: an appointment at three stays at three.

create table employees (
  id integer primary key autoincrement,
  name text not null,
  display_order integer not null default 0,
  -- HH:mm; null where the business's hours hold
  work_start_time text,
  work_end_time text,
  -- part of the calendar feed's secret address; null while there is none
  feed_version integer,
  created_at integer not null
) strict;

create table appointments (
  id integer primary key autoincrement,
  employee_id integer not null references employees,
  client_name text not null,
  -- nameKey() of it: "Last, First" and "First Last" are one
  name_key text not null,
  phone integer,
  starts_at text not null,
  ends_at text not null,
  duration_minutes integer not null,
  service text not null,
  status text not null check (status in ('booked', 'confirmed', 'arrived', 'no_show', 'canceled')),
  source text not null check (source in ('staff', 'webhook', 'import', 'call')),
  -- Written in the transaction that queues the text, so that there is at most one; null while it is to come.
  thank_you text check (thank_you in ('sent', 'skipped')),
  thank_you_at integer,
  reminder text check (reminder in ('sent', 'skipped')),
  -- one reminder may tell of several appointments of a day
  reminder_message_id integer,
  created_at integer not null
) strict;
create index appointments_by_time on appointments (starts_at, employee_id);
create index appointments_of_employee on appointments (employee_id, starts_at);
create index appointments_of_phone on appointments (phone, starts_at) where phone is not null;
create index appointments_of_name on appointments (name_key, starts_at);
create index appointments_without_phone on appointments (starts_at) where phone is null;
create index appointments_to_thank on appointments (ends_at)
  where thank_you is null and status in ('booked', 'confirmed', 'arrived');
create index appointments_to_remind on appointments (starts_at)
  where reminder is null and phone is not null and status = 'booked';
create index appointments_reminded on appointments (reminder_message_id) where reminder_message_id is not null;

create table contact_update_requests (
  id integer primary key autoincrement,
  -- whose key the request came with
  user_id text references users on delete set null,
  first_name text not null,
  last_name text not null,
  phone integer not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  created_at integer not null,
  resolved_at integer,
  resolved_by text,
  contact_id integer
) strict;
create index contact_update_requests_pending on contact_update_requests (id) where status = 'pending';

create table deletion_conflicts (
  id integer primary key autoincrement,
  client_name text not null,
  status text not null default 'pending' check (status in ('pending', 'resolved')),
  created_at integer not null,
  resolved_at integer,
  resolved_by text
) strict;
create index deletion_conflicts_pending on deletion_conflicts (id) where status = 'pending';
create table deletion_candidates (
  conflict_id integer not null references deletion_conflicts on delete cascade,
  appointment_id integer not null references appointments on delete cascade,
  primary key (conflict_id, appointment_id)
) strict, without rowid;
create index deletion_candidates_of_appointment on deletion_candidates (appointment_id);

create table api_keys (
  user_id text primary key references users on delete cascade,
  -- sealed, because it is shown again; found by its keyed hash
  sealed text not null,
  lookup blob not null unique,
  created_at integer not null,
  last_used_at integer
) strict, without rowid;

-- The last calls of outside programs, and what became of them.
create table webhook_calls (
  id integer primary key autoincrement,
  path text not null,
  user_id text,
  status integer not null,
  -- what was answered, in words
  words text not null,
  -- the fields as they came, without the key; JSON
  fields text not null,
  ip_address text,
  created_at integer not null
) strict;

-- Consent comes from further sources (webhook, voice, e-mail): they are the code's to check.
create table consents_new (
  id integer primary key autoincrement,
  phone integer not null,
  channel text not null check (channel in ('sms')),
  category text not null check (category in ('all', 'marketing', 'reminder', 'billing')),
  given integer not null,
  source text not null,
  wording text not null,
  actor_id text,
  ip_address text,
  created_at integer not null
) strict;
insert into consents_new select * from consents;
delete from sqlite_sequence where name = 'consents_new';
insert into sqlite_sequence (name, seq) select 'consents_new', seq from sqlite_sequence where name = 'consents';
drop table consents;
alter table consents_new rename to consents;
create index consents_of_phone on consents (phone, id);
