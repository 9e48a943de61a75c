-- The tables of Parlor as its first release had them; later changes are in migrations.sql. A column added here
-- is never found in an installed database: add a migration. Times are milliseconds since 1970, money is in
-- cents, and phone numbers are E.164 without the plus, where no comment says otherwise.

-- Platform

-- What the program remembers about itself: watermarks, last runs, a paused sender.
create table state (
  name text primary key,
  value text not null
) strict, without rowid;

-- Totals that screens poll. They change in the transaction of what they count, so a poll never scans.
create table counters (
  name text primary key,
  value integer not null
) strict, without rowid;

create table settings (
  name text primary key,
  value text not null
) strict, without rowid;

-- A repeated POST with the same Idempotency-Key gets the first one's reply.
create table idempotency_keys (
  key text not null,
  user_id text not null references users on delete cascade,
  reply text not null,
  created_at integer not null,
  body_hash blob,
  primary key (user_id, key)
) strict, without rowid;
create index idempotency_keys_by_age on idempotency_keys (created_at);

create table audit_logs (
  id integer primary key autoincrement,
  actor_id text,
  actor_type text not null check (actor_type in ('user', 'system')),
  action text not null,
  target_type text,
  target_id text,
  metadata text not null,
  ip_address text,
  user_agent text,
  created_at integer not null,
  -- SHA-256 over the former row's hash and this row: a changed or missing row breaks the chain
  hash blob not null
) strict;
create index audit_logs_of_target on audit_logs (target_type, target_id, id) where target_id is not null;
create index audit_logs_of_action on audit_logs (action, actor_type);
create index audit_logs_of_actor on audit_logs (actor_id, action) where actor_id is not null;

-- How many entries there are of each kind, so that no page of the log counts. `actor_id` is '' for the program.
create table audit_counts (
  actor_id text not null,
  actor_type text not null,
  action text not null,
  n integer not null,
  primary key (actor_id, actor_type, action)
) strict, without rowid;

-- Words of the metadata, without positions and lengths: ten bytes a word.
create virtual table audit_search using fts5 (
  words, content = '', detail = none, columnsize = 0, tokenize = 'trigram remove_diacritics 1'
);

-- Texts by users who may not see clients' names or numbers, as these users read them back. Masking what they
-- typed themselves would show which of their guesses are right.
create table own_words (
  kind text not null check (kind in ('note', 'message', 'appointment', 'usage')),
  -- the id of the note, message, appointment or usage
  id integer not null,
  user_id text not null references users on delete cascade,
  body text not null,
  primary key (kind, id, user_id)
) strict, without rowid;
create index own_words_of_user on own_words (user_id);

-- Browsers that get push notifications. A subscription ends with its session.
create table push_subscriptions (
  id integer primary key autoincrement,
  session_hash blob not null unique references sessions (id_hash) on delete cascade,
  user_id text not null references users on delete cascade,
  -- the push service's address, and the browser's keys for messages to it
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  -- JSON list of reply, request, missed-call and alert
  kinds text not null,
  created_at integer not null,
  quiet_at_night integer not null default 0
) strict;
create index push_subscriptions_of_user on push_subscriptions (user_id);

-- Accounts

create table users (
  id text primary key,
  username text not null collate nocase unique,
  email text not null collate nocase unique,
  password_hash text not null,
  role text not null check (role in ('admin', 'user')),
  approved integer not null,
  permissions text not null,
  permission_version integer not null default 1,
  created_at integer not null
) strict;

create table sessions (
  -- SHA-256 of the cookie, so that a stolen database opens no session
  id_hash blob primary key,
  user_id text not null references users on delete cascade,
  created_at integer not null,
  expires_at integer not null,
  ip text,
  user_agent text,
  password_at integer not null default 0
) strict, without rowid;
create index sessions_of_user on sessions (user_id);
create index sessions_expiring on sessions (expires_at);

-- Links with which a new user registers while registration is closed, or without waiting for approval.
create table invitations (
  id integer primary key autoincrement,
  -- SHA-256 of the link's token
  token_hash blob not null unique,
  role text not null check (role in ('admin', 'user')),
  -- null: an admin approves the account after registration
  permissions text,
  created_by text references users on delete cascade,
  created_at integer not null,
  expires_at integer not null
) strict;
create index invitations_of_user on invitations (created_by);

-- Six digits that prove an email address or a phone number.
create table verification_codes (
  id integer primary key,
  -- such as 'password-reset'
  purpose text not null,
  -- an email address in lower case or a number in E.164, known or not
  target text not null,
  -- a keyed hash, so that a stolen database reveals no code
  code_hash blob not null,
  wrong_tries integer not null default 0,
  created_at integer not null,
  -- ten minutes after it was made; once verified, an hour to use it
  expires_at integer not null,
  -- SHA-256 of the cookie in the browser that proved it
  proof_hash blob
) strict;
create index verification_codes_of_target on verification_codes (target, created_at);
create index verification_codes_by_age on verification_codes (created_at);

create table second_factors (
  user_id text primary key references users on delete cascade,
  -- sealed with the installation's key
  secret text not null,
  -- null until a first code from the authenticator app
  confirmed_at integer,
  -- time step of the last code used, because none works twice
  last_step integer not null default 0,
  created_at integer not null
) strict, without rowid;

create table recovery_codes (
  user_id text not null references users on delete cascade,
  -- SHA-256 of eighty random bits, without the installation's key, because they must work when it is lost
  code_hash blob not null,
  used_at integer,
  primary key (user_id, code_hash)
) strict, without rowid;

-- Members and clients with payment plans, signed in by a code to their phone.
create table client_sessions (
  -- SHA-256 of the cookie
  id_hash blob primary key,
  kind text not null check (kind in ('member', 'financing')),
  phone integer not null,
  created_at integer not null,
  expires_at integer not null
) strict, without rowid;
create index client_sessions_expiring on client_sessions (expires_at);

-- A million contacts of one owner name it by a small key; handing them over changes one row.
create table owners (
  key integer primary key,
  user_id text not null references users,
  leaving integer not null default 0 check (leaving in (0, 1))
) strict;
create index owners_of_user on owners (user_id);
create index owners_leaving on owners (key) where leaving = 1;

-- Clients

-- Created contacts are counted once per batch in code: a trigger was a tenth of an import's time.
create table contacts (
  id integer primary key autoincrement,
  name text not null,
  -- E.164 without the plus: six bytes instead of thirteen, in the table and in each index
  phone integer not null unique,
  email text,
  owner integer not null references owners,
  -- derived from `consents`, which is keyed by number and survives the contact
  opted_out integer not null default 0,
  opted_out_at integer,
  undeliverable integer not null default 0,
  created_at integer not null,
  birthday text
) strict;
create index contacts_by_name on contacts (name collate nocase);
create index contacts_opted_out on contacts (id) where opted_out = 1;
create index contacts_undeliverable on contacts (id) where undeliverable = 1;
create index contacts_by_birth_month on contacts (substr(birthday, -5, 2), id) where birthday is not null;
create trigger contacts_counted_out after delete on contacts begin
  update counters set value = value - 1 where name = 'contacts'
    or (name = 'subscribed' and old.opted_out = 0 and old.undeliverable = 0)
    or (name = 'opted-out' and old.opted_out = 1)
    or (name = 'undeliverable' and old.undeliverable = 1);
end;
create trigger contacts_counted_over after update of opted_out, undeliverable on contacts begin
  update counters set value = value + case name
    when 'subscribed' then (new.opted_out = 0 and new.undeliverable = 0) - (old.opted_out = 0 and old.undeliverable = 0)
    when 'opted-out' then new.opted_out - old.opted_out
    when 'undeliverable' then new.undeliverable - old.undeliverable
    else 0 end
  where name in ('subscribed', 'opted-out', 'undeliverable');
end;
create trigger contact_tags_follow before delete on contacts begin
  delete from contact_tags where contact_id = old.id;
end;
create trigger contact_tags_counted_over after update of opted_out, undeliverable on contacts begin
  update tags set
    reachable_count = reachable_count
      + (new.opted_out = 0 and new.undeliverable = 0) - (old.opted_out = 0 and old.undeliverable = 0),
    opted_out_count = opted_out_count + new.opted_out - old.opted_out,
    undeliverable_count = undeliverable_count + new.undeliverable - old.undeliverable
  where id in (select tag_id from contact_tags where contact_id = new.id);
end;

create virtual table contacts_search using fts5 (
  name, phone, content = '', contentless_delete = 1, tokenize = 'trigram remove_diacritics 1'
);

-- Searches of one or two characters, for which trigrams are too long: the beginning of each word of a name, the
-- first one and two digits of a number with and without +1, and its last ones. U+E000 marks parts of numbers. A
-- million contacts take about 10 seconds and 40 bytes each.
create virtual table contacts_words using fts5 (
  words, content = '', contentless_delete = 1, detail = none, prefix = '1 2',
  tokenize = "unicode61 remove_diacritics 2 categories 'L* N* M* Co'"
);

-- Append-only, because the law asks what was said and when.
create table consents (
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
create index consents_of_phone on consents (phone, id);

-- Numbers whose clients agreed to texts about appointments and not to offers, derived from `consents`.
create table appointment_only (
  phone integer primary key
) strict;

-- Numbers whose clients may have asked to end texting, until staff decide or the client says it clearly. Keyed by
-- number, so that deleting the contact or the thread decides nothing.
create table opt_out_reviews (
  phone integer primary key,
  -- The exact words, which become the consent's wording.
  wording text not null,
  asked_at integer not null
) strict;

-- Numbers that can't be texted, and when that was found or taken back. Older reports change nothing.
create table undeliverable_numbers (
  phone integer primary key,
  marked_at integer not null,
  -- the carrier's code; null if a lookup said so
  code integer,
  cleared_at integer
) strict;

create table tags (
  id integer primary key autoincrement,
  name text not null collate nocase unique,
  contact_count integer not null default 0,
  -- of those, who can be texted
  reachable_count integer not null default 0,
  created_at integer not null,
  opted_out_count integer not null default 0,
  undeliverable_count integer not null default 0
) strict;

create table contact_tags (
  tag_id integer not null references tags on delete cascade,
  contact_id integer not null references contacts on delete cascade,
  primary key (tag_id, contact_id)
) strict, without rowid;
create index contact_tags_of_contact on contact_tags (contact_id, tag_id);
create trigger contact_tags_counted_in after insert on contact_tags begin
  update tags set contact_count = contact_count + 1,
    reachable_count = reachable_count + (contact.opted_out = 0 and contact.undeliverable = 0),
    opted_out_count = opted_out_count + contact.opted_out,
    undeliverable_count = undeliverable_count + contact.undeliverable
  from contacts as contact where contact.id = new.contact_id and tags.id = new.tag_id;
end;
create trigger contact_tags_counted_out before delete on contact_tags begin
  update tags set contact_count = contact_count - 1,
    reachable_count = reachable_count - (contact.opted_out = 0 and contact.undeliverable = 0),
    opted_out_count = opted_out_count - contact.opted_out,
    undeliverable_count = undeliverable_count - contact.undeliverable
  from contacts as contact where contact.id = old.contact_id and tags.id = old.tag_id;
end;

create table contact_notes (
  id integer primary key autoincrement,
  contact_id integer not null references contacts on delete cascade,
  body text not null,
  -- the author's name at that time
  author_id text,
  author text not null,
  created_at integer not null,
  edited_at integer
) strict;
create index contact_notes_of_contact on contact_notes (contact_id, id);
create trigger own_words_of_note after delete on contact_notes begin
  delete from own_words where kind = 'note' and id = old.id;
end;

-- What imports of contacts created, so that the last one can be undone. Ids are given in order and never reused,
-- so a range is enough.
create table contact_import_parts (
  id integer primary key autoincrement,
  -- the same for all parts of one file
  import_key text not null,
  user_id text not null,
  first_contact_id integer not null,
  last_contact_id integer not null,
  created_at integer not null
) strict;
create index contact_import_parts_of_import on contact_import_parts (import_key);

create table contact_update_requests (
  id integer primary key autoincrement,
  -- the user whose key the request had
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
create index contact_update_requests_of_phone on contact_update_requests (phone) where status = 'pending';
create index contact_update_requests_of_user on contact_update_requests (user_id);

-- Messaging

-- Every text in or out: the queue, the ledger and a contact's thread at once. Contact and campaign are no foreign
-- keys, because deleting one would search ten million rows; the service functions clear them. What follows from
-- other columns is not stored, which makes a recipient a quarter smaller.
create table messages (
  id integer primary key autoincrement,
  -- a keyword's answer, a test, a code; null for a chat text and for a campaign's
  kind text,
  phone integer not null,
  -- null once the contact is deleted
  contact_id integer,
  campaign_id integer,
  text_version integer,
  -- null where the campaign's text says the same
  body text,
  segments integer not null,
  status text not null check (status in
    ('pending', 'claimed', 'in_doubt', 'sent', 'delivered', 'undelivered', 'failed', 'skipped', 'unknown', 'received')),
  provider_id blob,
  -- not sent before, because of quiet hours or a busy carrier
  due_at integer not null default 0,
  -- its time in the thread; null until a campaign's text is claimed
  at integer,
  -- until the provider has answered
  claimed_at integer,
  -- milliseconds after `at`, or after 1970 where it has no place
  sent_after integer,
  settled_after integer,
  error_code integer,
  error text,
  -- millionths, as the provider reports it
  price integer,
  retry_of integer,
  hidden integer not null default 0,
  read integer not null default 0,
  direction text not null generated always as (iif(status = 'received', 'inbound', 'outbound')) virtual,
  purpose text not null generated always as (coalesce(kind, iif(campaign_id is null, 'chat', 'campaign'))) virtual,
  sent_at integer generated always as (coalesce(at, 0) + sent_after) virtual,
  settled_at integer generated always as (coalesce(at, 0) + settled_after) virtual
) strict;
create unique index messages_provider on messages (provider_id) where provider_id is not null;
-- Never two texts to one number in flight.
create unique index messages_in_flight on messages (phone) where status in ('claimed', 'in_doubt');
create unique index messages_recipient on messages (campaign_id, contact_id)
  where campaign_id is not null and contact_id is not null and retry_of is null;
create index messages_due_campaign on messages (campaign_id, due_at, id)
  where status = 'pending' and campaign_id is not null;
create index messages_due on messages (due_at, id) where status = 'pending' and campaign_id is null;
create index messages_thread on messages (contact_id, at) where at is not null;
create index messages_unread on messages (contact_id) where status = 'received' and read = 0;
create index messages_retried on messages (retry_of) where retry_of is not null;
create index messages_unknown on messages (campaign_id, id) where status = 'unknown';
create trigger own_words_of_message after update of hidden on messages when new.hidden = 1 begin
  delete from own_words where kind = 'message' and id = new.id;
end;
create trigger own_words_of_deleted_message after delete on messages begin
  delete from own_words where kind = 'message' and id = old.id;
end;

create virtual table messages_search using fts5 (
  body, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);

-- Texts by day in the business's zone, for the dashboard's chart.
create table daily_texts (
  day text primary key,
  sent integer not null default 0,
  failed integer not null default 0
) strict, without rowid;

create table campaigns (
  id integer primary key autoincrement,
  name text not null,
  user_id text not null references users,
  status text not null check (status in ('draft', 'scheduled', 'sending', 'completed', 'failed', 'stopped')),
  -- version of campaign_texts that texts not yet claimed will carry
  text_version integer not null,
  -- of one text at its longest
  segments integer not null,
  -- millionths of the currency: 0.0079 a segment is 7900
  segment_cost integer not null,
  total_cost integer not null,
  total_recipients integer not null default 0,
  sent_count integer not null default 0,
  delivered_count integer not null default 0,
  failed_count integer not null default 0,
  skipped_count integer not null default 0,
  unknown_count integer not null default 0,
  -- clients who answered, and who opted out, within a week of its text
  reply_count integer not null default 0,
  opt_out_count integer not null default 0,
  -- millionths, as the provider reports prices, and of how many texts
  real_cost integer not null default 0,
  priced_count integer not null default 0,
  -- why it failed, was stopped or paused, as text for staff
  reason text,
  -- slower than the installation's pace, or null
  pace_interval integer,
  next_send_at real not null default 0,
  -- until when its texts are held, and whether by quiet hours or the daily cap
  held_until integer,
  held_by text,
  scheduled_at integer,
  -- the audience that was chosen, as JSON; null for a draft
  audience text,
  -- the audience becomes rows in slices: the progress; null once it is complete
  freeze_after integer,
  freeze_until integer,
  frozen_count integer not null default 0,
  check_status text not null default 'skipped',
  check_total integer not null default 0,
  check_done integer not null default 0,
  -- the last of its texts whose number was checked
  check_after integer not null default 0,
  created_at integer not null,
  started_at integer,
  ended_at integer
) strict;
create index campaigns_sending on campaigns (id) where status = 'sending';
create index campaigns_scheduled on campaigns (scheduled_at) where status = 'scheduled';
create index campaigns_freezing on campaigns (id) where freeze_after is not null;
create index campaigns_checking on campaigns (id) where check_status in ('pending', 'in_progress');
create index campaigns_drafts on campaigns (user_id, id) where status = 'draft';
create index campaigns_by_status on campaigns (status, id);
create index campaigns_of_user on campaigns (user_id);
create trigger campaigns_counted_in after insert on campaigns begin
  update counters set value = value + 1 where name = 'campaigns';
end;
create trigger campaigns_counted_out after delete on campaigns begin
  update counters set value = value - 1 where name = 'campaigns';
end;

-- An edit adds a version; what was sent keeps the version it was sent with.
create table campaign_texts (
  campaign_id integer not null references campaigns on delete cascade,
  version integer not null,
  message text not null,
  primary key (campaign_id, version)
) strict, without rowid;

-- What a campaign's report draws, by hour since 1970.
create table campaign_hours (
  campaign_id integer not null references campaigns on delete cascade,
  hour integer not null,
  sent integer not null default 0,
  delivered integer not null default 0,
  failed integer not null default 0,
  replies integer not null default 0,
  primary key (campaign_id, hour)
) strict, without rowid;

create table campaign_failures (
  campaign_id integer not null references campaigns on delete cascade,
  -- failed, or skipped before it was sent
  kind text not null check (kind in ('failed', 'skipped')),
  words text not null,
  count integer not null,
  primary key (campaign_id, kind, words)
) strict, without rowid;

-- Campaigns whose texts still have to be erased, in slices.
create table deleted_campaigns (
  id integer primary key
) strict;

create table conversations (
  id integer primary key autoincrement,
  contact_id integer not null unique references contacts on delete cascade,
  last_message_id integer,
  last_message_at integer not null,
  last_message_preview text,
  unread_count integer not null default 0
) strict;
create index conversations_newest on conversations (last_message_at desc, id desc);
create index conversations_unread on conversations (id) where unread_count > 0;
create trigger conversations_counted_in after insert on conversations begin
  update counters set value = value + 1 where name = 'conversations';
end;
create trigger conversations_counted_out after delete on conversations begin
  update counters set value = value - 1 where name = 'conversations';
end;

-- What users typed and have not sent, on any device.
create table drafts (
  conversation_id integer not null references conversations on delete cascade,
  user_id text not null references users on delete cascade,
  body text not null,
  updated_at integer not null,
  primary key (user_id, conversation_id)
) strict, without rowid;
create index drafts_of_conversation on drafts (conversation_id);

create table quick_replies (
  id integer primary key autoincrement,
  title text not null,
  body text not null,
  place integer not null
) strict;
create index quick_replies_in_order on quick_replies (place, id);

-- Pictures and files of texts, in this one file, so that the backup is whole.
create table media (
  id integer primary key autoincrement,
  -- null while an upload waits to be sent
  message_id integer,
  place integer not null default 0,
  state text not null check (state in ('waiting', 'stored', 'failed', 'gone')),
  -- detected from the content; null until it is loaded
  type text,
  size integer,
  -- the provider's address of what a client sent
  source text,
  -- why it couldn't be fetched
  error text,
  tries integer not null default 0,
  due_at integer not null default 0,
  uploaded_by text,
  created_at integer not null,
  -- an upload that wasn't sent, or a deleted conversation's text that was on its way
  delete_at integer
) strict;
create index media_of_message on media (message_id, place) where message_id is not null;
create index media_due on media (due_at) where state = 'waiting';
create index media_uploads on media (uploaded_by) where message_id is null;
create index media_leaving on media (delete_at) where delete_at is not null;
create index media_stored on media (created_at) where state = 'stored';

create table media_pieces (
  id integer primary key,
  media_id integer not null references media on delete cascade,
  bytes blob not null
) strict;
create index media_pieces_of on media_pieces (media_id, id);

-- What a lookup said about a number; valid for ninety days.
create table number_checks (
  phone integer primary key,
  valid integer not null,
  -- null unless a paid lookup was made
  line_type text,
  checked_at integer not null
) strict;

-- A scan goes from the newest text to older ones: numbers whose newest outcome it has seen.
create table scanned_numbers (
  phone integer primary key
) strict;

-- A carrier's "unreachable" (30003) marks a number after three different days.
create table strikes (
  phone integer not null,
  day text not null,
  primary key (phone, day)
) strict, without rowid;

-- A request for texts from the public page, until the client confirms it by replying YES.
create table text_sign_ups (
  phone integer primary key,
  name text not null,
  -- The exact wording of each box that was checked; null where it was not.
  appointments text,
  offers text,
  ip_address text,
  user_agent text,
  asked_at integer not null
) strict;

-- What the owner typed for the carriers' forms, and what Twilio last said about them.
create table registration (
  id integer primary key check (id = 1),
  details text not null default '{}',
  -- JSON; null before the first check
  status text,
  checked_at integer
) strict;

-- Calendar

create table employees (
  id integer primary key autoincrement,
  name text not null,
  display_order integer not null default 0,
  -- HH:mm; null where the business's hours apply
  work_start_time text,
  work_end_time text,
  -- part of the calendar feed's secret address; null while there is none
  feed_version integer,
  created_at integer not null
) strict;

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
  -- JSON array of ids; null for everyone
  employee_ids text,
  -- JSON [{employeeId, durationMinutes, priceCents}]
  overrides text not null,
  online_booking integer not null check (online_booking in (0, 1)),
  created_at integer not null,
  -- Appointments keep pointing to a deleted service.
  deleted_at integer
) strict;
create unique index services_by_name on services (name_key) where deleted_at is null;

-- Each version of weekly hours is valid from its first day until the next version of the same employee. Days are
-- YYYY-MM-DD and times HH:mm ("24:00" ends a day), wall time of the business.
create table weekly_hours (
  id integer primary key autoincrement,
  -- null for the business
  employee_id integer references employees on delete cascade,
  -- empty for the first version
  from_day text not null,
  -- JSON {mon: [{start, end}], …}; null: the days of the business, with the start and end below where they are set
  weekly text,
  start text,
  end text
) strict;
create unique index weekly_hours_from on weekly_hours (coalesce(employee_id, 0), from_day);
create index weekly_hours_of_employee on weekly_hours (employee_id) where employee_id is not null;

create table closed_days (
  id integer primary key autoincrement,
  -- with yearly, the year is the first one
  day text not null,
  name text not null,
  yearly integer not null check (yearly in (0, 1))
) strict;

create table time_off (
  id integer primary key autoincrement,
  -- null for the whole business
  employee_id integer references employees on delete cascade,
  starts_at text not null,
  ends_at text not null,
  reason text not null,
  kind text not null check (kind in ('time-off', 'block')),
  created_at integer not null
) strict;
create index time_off_by_end on time_off (ends_at);
create index time_off_of_employee on time_off (employee_id) where employee_id is not null;

-- The rhythm of a repeating appointment. Its visits are ordinary appointments; the last day is that of the last one.
create table appointment_series (
  id integer primary key autoincrement,
  every_weeks integer not null check (every_weeks between 1 and 52),
  created_at integer not null
) strict;

-- Times are wall time of the business, YYYY-MM-DDTHH:mm:ss: an appointment at three stays at three.
create table appointments (
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
  buffer_minutes integer not null default 0,
  series_id integer references appointment_series
) strict;
create index appointments_by_time on appointments (starts_at, employee_id);
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
create index appointments_requested on appointments (created_at) where status = 'requested';
create index appointments_by_creation on appointments (created_at) where phone is not null;
create index appointments_of_series on appointments (series_id, starts_at) where series_id is not null;
create trigger own_words_of_appointment after delete on appointments begin
  delete from own_words where kind = 'appointment' and id = old.id;
end;
-- A series without appointments would never be read again.
create trigger series_of_appointment after delete on appointments when old.series_id is not null begin
  delete from appointment_series where id = old.series_id
    and not exists (select 1 from appointments where series_id = old.series_id);
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

-- Bookings that clients made on the salon's page. One outlives its appointment and its employee, because its
-- deposit may still be paid or refunded.
create table online_bookings (
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
  -- null if none is asked for
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
create index online_bookings_of_phone on online_bookings (phone, starts_at);
create index online_bookings_of_appointment on online_bookings (appointment_id);
create index online_bookings_of_service on online_bookings (service_id);
create index online_bookings_of_employee on online_bookings (employee_id);
create index online_bookings_of_hold on online_bookings (hold_id);
create unique index online_bookings_by_checkout on online_bookings (checkout_id) where checkout_id is not null;
create index online_bookings_to_refund on online_bookings (refund_due_at)
  where refund_due_at is not null and refunded_at is null;
create index online_bookings_of_payment on online_bookings (payment_intent_id) where payment_intent_id is not null;

-- Clients who wait for a time. Days and times are wall time of the business.
create table waitlist (
  id integer primary key autoincrement,
  contact_id integer not null references contacts on delete cascade,
  service_id integer not null references services,
  -- null for anyone who performs the service
  employee_id integer references employees on delete cascade,
  from_day text not null,
  to_day text not null,
  -- JSON array such as ["mon","fri"]; null for any
  weekdays text,
  time_from text,
  time_to text,
  status text not null check (status in ('waiting', 'offered', 'booked', 'expired', 'canceled')),
  -- days with an unanswered offer
  unanswered integer not null default 0,
  appointment_id integer references appointments on delete set null,
  source text not null check (source in ('staff', 'online', 'call')),
  created_at integer not null,
  closed_at integer,
  client_name text
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
create index waitlist_gaps_open on waitlist_gaps (employee_id, starts_at) where due_at is not null;

-- One open offer for a gap, and one for a number, because a YES must have one meaning.
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
create unique index waitlist_offers_of_gap on waitlist_offers (gap_id) where status = 'open';
create unique index waitlist_offers_of_phone on waitlist_offers (phone) where status = 'open';
create unique index waitlist_offers_once on waitlist_offers (gap_id, entry_id);
create index waitlist_offers_of_entry on waitlist_offers (entry_id);
create index waitlist_offers_of_employee on waitlist_offers (employee_id);
create index waitlist_offers_of_hold on waitlist_offers (hold_id);
create index waitlist_offers_of_message on waitlist_offers (message_id);
create index waitlist_offers_due on waitlist_offers (expires_at) where status = 'open';
create index waitlist_offers_by_phone on waitlist_offers (phone, id);

create table deletion_conflicts (
  id integer primary key autoincrement,
  client_name text not null,
  status text not null default 'pending' check (status in ('pending', 'resolved')),
  created_at integer not null,
  resolved_at integer,
  resolved_by text,
  asked text not null default '{}'
) strict;
create index deletion_conflicts_pending on deletion_conflicts (id) where status = 'pending';
create unique index deletion_conflicts_asked on deletion_conflicts (asked)
  where status = 'pending' and asked <> '{}';

create table deletion_candidates (
  conflict_id integer not null references deletion_conflicts on delete cascade,
  appointment_id integer not null references appointments on delete cascade,
  primary key (conflict_id, appointment_id)
) strict, without rowid;
create index deletion_candidates_of_appointment on deletion_candidates (appointment_id);

-- Billing

-- What clients signed, as it was then. Nothing here is changed: `seal` is a SHA-256 over the row, and each event's
-- hash follows from the one before, so a changed byte is found.
create table agreements (
  id integer primary key autoincrement,
  kind text not null check (kind in ('membership', 'plan')),
  -- the membership's or plan's id
  subject_id text not null,
  title text not null,
  -- plain text with # headings, exactly as signed
  text text not null,
  text_hash blob not null,
  -- JSON of the amounts and dates that were offered
  facts text not null,
  signature_type text not null check (signature_type in ('canvas', 'text')),
  -- a PNG, or the typed name as UTF-8
  signature blob not null,
  signer_name text not null,
  phone integer not null,
  phone_verified integer not null,
  email text not null,
  -- what the signer agreed to about electronic records
  consent text not null,
  ip_address text,
  user_agent text,
  signed_at integer not null,
  seal blob not null,
  -- unpaid ones are deleted then; null once it is in force
  expires_at integer
) strict;
create index agreements_of_subject on agreements (subject_id, id);
create index agreements_expiring on agreements (expires_at) where expires_at is not null;

create table agreement_events (
  id integer primary key autoincrement,
  agreement_id integer not null references agreements on delete cascade,
  words text not null,
  ip_address text,
  created_at integer not null,
  hash blob not null
) strict;
create index agreement_events_of on agreement_events (agreement_id, id);

-- What a client bought is copied at the time: a later price is for later clients.
create table memberships (
  id text primary key,
  name text not null,
  description text not null,
  price integer not null,
  billing_frequency text not null check (billing_frequency in ('week', 'month', 'year')),
  agreement_text text not null default '',
  status text not null check (status in ('pending', 'approved', 'rejected')),
  created_by text references users on delete set null,
  approved_by text references users on delete set null,
  approved_at integer,
  -- Stripe's price of the present name, price and frequency; null until the first client pays
  stripe_price_id text,
  -- that price's currency; the business may have changed since
  stripe_price_currency text,
  -- those that are not canceled
  subscriber_count integer not null default 0,
  -- hidden since then; ended subscriptions still name it
  deleted_at integer,
  created_at integer not null,
  updated_at integer not null,
  stripe_statement_name text not null default ''
) strict, without rowid;
create index memberships_approved_by on memberships (approved_by);
create index memberships_created_by on memberships (created_by);

create table subscriptions (
  id integer primary key autoincrement,
  membership_id text not null references memberships,
  -- null once the contact is erased; the agreement says who signed
  contact_id integer references contacts on delete set null,
  agreement_id integer not null references agreements,
  stripe_subscription_id text not null unique,
  stripe_customer_id text not null,
  price integer not null,
  currency text not null,
  billing_frequency text not null,
  status text not null check (status in ('active', 'past_due', 'trialing', 'canceled')),
  current_period_end integer,
  cancel_at_period_end integer not null default 0,
  created_at integer not null,
  updated_at integer not null
) strict;
create index subscriptions_of_membership on subscriptions (membership_id, id);
create index subscriptions_of_contact on subscriptions (contact_id, id) where contact_id is not null;
create index subscriptions_by_status on subscriptions (status, id);
create unique index subscriptions_of_agreement on subscriptions (agreement_id);

create table membership_usage (
  id integer primary key autoincrement,
  subscription_id integer not null references subscriptions on delete cascade,
  -- a day in the business's zone
  used_date text not null,
  notes text not null default '',
  created_by text references users on delete set null,
  created_at integer not null
) strict;
create index membership_usage_of on membership_usage (subscription_id, used_date);
create index membership_usage_created_by on membership_usage (created_by);
create trigger own_words_of_usage after delete on membership_usage begin
  delete from own_words where kind = 'usage' and id = old.id;
end;

create table membership_payments (
  stripe_invoice_id text primary key,
  subscription_id integer not null references subscriptions on delete cascade,
  stripe_payment_intent_id text,
  -- cents
  amount integer not null,
  paid_at integer not null
) strict, without rowid;
create index membership_payments_of on membership_payments (subscription_id, paid_at);
create index membership_payments_of_payment on membership_payments (stripe_payment_intent_id)
  where stripe_payment_intent_id is not null;

create table payment_plans (
  id text primary key,
  name text not null,
  description text not null default '',
  principal integer not null,
  -- 5% is 500
  fee_basis_points integer not null,
  total integer not null,
  installment_count integer not null,
  installment_interval text not null check (installment_interval in ('week', 'month', 'year')),
  -- each but the first, which includes the remaining cents
  installment integer not null,
  agreement_text text not null default '',
  stripe_product_id text,
  stripe_price_id text,
  created_by text references users on delete set null,
  -- including ended ones, because what was signed can't be changed
  subscriber_count integer not null default 0,
  created_at integer not null,
  updated_at integer not null,
  stripe_price_currency text,
  stripe_statement_name text not null default ''
) strict, without rowid;
create index payment_plans_created_by on payment_plans (created_by);

create table payment_plan_subscriptions (
  id integer primary key autoincrement,
  payment_plan_id text not null references payment_plans,
  contact_id integer references contacts on delete set null,
  agreement_id integer not null references agreements,
  stripe_subscription_id text not null unique,
  -- null until the schedule that ends it is created, which reconciling retries
  stripe_schedule_id text unique,
  stripe_customer_id text not null,
  stripe_price_id text not null,
  currency text not null,
  total integer not null,
  status text not null check (status in ('active', 'past_due', 'completed', 'canceled')),
  remaining_installments integer not null,
  next_payment_date text,
  completed_at integer,
  canceled_at integer,
  cancel_reason text,
  -- an installment was prepaid, and its scheduled invoice hasn't arrived yet
  paid_ahead integer,
  created_at integer not null,
  updated_at integer not null
) strict;
create index plan_subscriptions_of_plan on payment_plan_subscriptions (payment_plan_id, id);
create index plan_subscriptions_of_contact on payment_plan_subscriptions (contact_id, id)
  where contact_id is not null;
create index plan_subscriptions_by_status on payment_plan_subscriptions (status, id);
create index plan_subscriptions_unscheduled on payment_plan_subscriptions (id)
  where stripe_schedule_id is null and status in ('active', 'past_due');
create unique index plan_subscriptions_of_agreement on payment_plan_subscriptions (agreement_id);

create table payment_plan_installments (
  id integer primary key autoincrement,
  subscription_id integer not null references payment_plan_subscriptions on delete cascade,
  sequence_number integer not null,
  -- a day in the business's zone
  due_date text not null,
  amount integer not null,
  status text not null check (status in ('pending', 'paid', 'failed')),
  stripe_invoice_id text unique,
  stripe_payment_intent_id text,
  paid_at integer,
  failure_reason text,
  -- attempts by Stripe, as the fetched invoice says, and by staff
  scheduled_attempts integer not null default 0,
  manual_declines integer not null default 0,
  created_at integer not null,
  updated_at integer not null,
  unique (subscription_id, sequence_number)
) strict;
create index installments_of_payment on payment_plan_installments (stripe_payment_intent_id)
  where stripe_payment_intent_id is not null;

-- Stored before Stripe is asked: a charge cut off by a crash is found again under the same key.
create table charges (
  id integer primary key autoincrement,
  subscription_id integer not null references payment_plan_subscriptions on delete cascade,
  installment_id integer not null references payment_plan_installments on delete cascade,
  attempt integer not null,
  key text not null unique,
  invoice_id text,
  -- prepaid, so the scheduled invoice is offset
  is_separate integer not null default 0,
  is_netted integer not null default 0,
  status text not null check (status in ('begun', 'paid', 'declined', 'failed')),
  words text,
  actor_id text,
  created_at integer not null,
  unique (installment_id, attempt)
) strict;
create unique index charges_under_way on charges (subscription_id) where status = 'begun';
create index charges_of_subscription on charges (subscription_id);

-- Refunds, and disputes with the bank. They may arrive before the payment they reverse, so they refer to it only by
-- Stripe's id.
create table reversals (
  -- Stripe's id of the refunded charge, or of the dispute
  id text primary key,
  kind text not null check (kind in ('refund', 'dispute')),
  stripe_payment_intent_id text not null,
  -- cents; of a charge, the total refunded so far
  amount integer not null,
  currency text not null,
  -- of a dispute as Stripe names it: needs_response, under_review, won, lost, warning_…; of a refund refunded
  status text not null,
  reason text,
  -- the deadline to answer a dispute
  due_by integer,
  -- when the newest event about it was created
  told_at integer not null
) strict, without rowid;
create index reversals_of_payment on reversals (stripe_payment_intent_id);
create index disputes_to_answer on reversals (due_by)
  where kind = 'dispute' and status in ('needs_response', 'warning_needs_response');

-- A checkout that was opened for a signature: what its payment will make.
create table checkouts (
  session_id text primary key,
  kind text not null check (kind in ('membership', 'plan')),
  subject_id text not null,
  agreement_id integer not null,
  contact_name text not null,
  phone integer not null,
  email text not null,
  status text not null check (status in ('open', 'fulfilled', 'expired', 'refunded')),
  created_at integer not null
) strict, without rowid;
create index checkouts_open on checkouts (created_at) where status = 'open';
create index checkouts_of_agreement on checkouts (agreement_id);

create table stripe_events (
  id text primary key,
  created_at integer not null
) strict, without rowid;
create index stripe_events_by_age on stripe_events (created_at);

-- Calls

create table calls (
  id integer primary key autoincrement,
  -- Twilio's CallSid
  call_sid text not null unique,
  -- null where the caller withheld it
  phone integer,
  -- the contact with that number at the time; null for none, or once erased
  contact_id integer references contacts on delete set null,
  -- missed: ended before anything was said; failed: cut off, or the model failed
  status text not null check (status in ('in_progress', 'completed', 'missed', 'failed')),
  started_at integer not null,
  ended_at integer,
  -- seconds, as Twilio counts them
  duration integer,
  -- a message that the caller left
  message text not null default '',
  -- the text after a missed or interrupted call
  text_back_id integer
) strict;
create index calls_in_progress on calls (id) where status = 'in_progress';
create index calls_of_contact on calls (contact_id, started_at, id) where contact_id is not null;
-- No contact has that number yet. The one who gets it gets the calls.
create index calls_unmatched on calls (phone) where contact_id is null and phone is not null;
create index calls_by_start on calls (started_at);
create index calls_of_caller on calls (phone, started_at);
create trigger calls_counted after insert on calls begin
  update counters set value = value + 1 where name = 'calls';
end;
create trigger calls_uncounted after delete on calls begin
  update counters set value = value - 1 where name = 'calls';
end;

-- Written when a call ends. `number`: the beginnings and ends it may be found by.
create virtual table calls_search using fts5 (
  number, words, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);

create table call_turns (
  call_id integer not null references calls on delete cascade,
  position integer not null,
  -- system: what the assistant did, such as a tool that was called; never spoken
  role text not null check (role in ('user', 'assistant', 'system')),
  content text not null,
  -- milliseconds from the end of the caller's words to the first of ours; of the assistant only
  first_token_ms integer,
  created_at integer not null,
  primary key (call_id, position)
) strict, without rowid;

create table potential_appointments (
  id integer primary key autoincrement,
  call_id integer references calls on delete set null,
  contact_id integer references contacts on delete set null,
  caller_name text not null,
  phone integer,
  -- as the caller said them
  preferred_date text not null,
  preferred_time text not null,
  requested_service text not null,
  notes text not null default '',
  -- The slot that was matched to those words: wall time of the business, and the employee.
  employee_id integer references employees on delete set null,
  starts_at text,
  duration_minutes integer,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  processed_by text references users on delete set null,
  processed_at integer,
  -- the appointment that approving it booked, if any
  appointment_id integer references appointments on delete set null,
  created_at integer not null
) strict;
create index potential_appointments_by_status on potential_appointments (status, id);
create index potential_appointments_of_call on potential_appointments (call_id) where call_id is not null;
create index potential_appointments_of_contact on potential_appointments (contact_id) where contact_id is not null;
create index potential_appointments_unmatched on potential_appointments (phone)
  where contact_id is null and phone is not null;
create index potential_appointments_of_appointment on potential_appointments (appointment_id)
  where appointment_id is not null;
create index potential_appointments_of_employee on potential_appointments (employee_id)
  where employee_id is not null;
create index potential_appointments_of_user on potential_appointments (processed_by)
  where processed_by is not null;
create trigger potential_appointments_counted after insert on potential_appointments begin
  update counters set value = value + 1 where name = 'requests-' || new.status;
end;
create trigger potential_appointments_moved after update of status on potential_appointments
when new.status <> old.status begin
  update counters set value = value - 1 where name = 'requests-' || old.status;
  update counters set value = value + 1 where name = 'requests-' || new.status;
end;
create trigger potential_appointments_uncounted after delete on potential_appointments begin
  update counters set value = value - 1 where name = 'requests-' || old.status;
end;

-- Reviews

-- What clients wrote about the business on Google.
create table reviews (
  id integer primary key autoincrement,
  google_review_id text not null unique,
  reviewer_name text not null,
  -- nameKey() of it; empty where Google says "A Google user"
  name_key text not null,
  rating integer not null check (rating between 1 and 5),
  review_text text not null default '',
  reviewed_at integer not null,
  -- when it last changed, according to Google
  changed_at integer not null,
  -- deleted on Google; null while it exists
  deleted_at integer,
  contact_id integer references contacts on delete set null,
  manually_matched integer not null default 0,
  -- staff said that it matches none of these clients, so it isn't matched again
  kept_unmatched integer not null default 0,
  checked_off integer not null default 0,
  checked_off_by text references users on delete set null,
  checked_off_at integer,
  created_at integer not null,
  updated_at integer not null
) strict;
create index reviews_by_time on reviews (reviewed_at, id) where deleted_at is null;
create index reviews_of_contact on reviews (contact_id) where contact_id is not null;
create index reviews_by_name on reviews (name_key);
create index reviews_checked_off_by on reviews (checked_off_by) where checked_off_by is not null;
create trigger reviews_counted after insert on reviews when new.deleted_at is null begin
  update counters set value = value + 1 where name = 'reviews';
  update counters set value = value + (new.contact_id is not null) where name = 'reviews-matched';
  update counters set value = value + new.checked_off where name = 'reviews-discounted';
end;
create trigger reviews_recounted after update of deleted_at, contact_id, checked_off on reviews begin
  update counters set value = value + (new.deleted_at is null) - (old.deleted_at is null)
    where name = 'reviews';
  update counters set value = value
      + (new.deleted_at is null and new.contact_id is not null)
      - (old.deleted_at is null and old.contact_id is not null)
    where name = 'reviews-matched';
  update counters set value = value
      + (new.deleted_at is null and new.checked_off = 1)
      - (old.deleted_at is null and old.checked_off = 1)
    where name = 'reviews-discounted';
end;
create trigger reviews_uncounted after delete on reviews when old.deleted_at is null begin
  update counters set value = value - 1 where name = 'reviews';
  update counters set value = value - (old.contact_id is not null) where name = 'reviews-matched';
  update counters set value = value - old.checked_off where name = 'reviews-discounted';
end;
create trigger reviews_left after update of contact_id on reviews
  when new.contact_id is null and old.contact_id is not null begin
  update reviews set manually_matched = 0, checked_off = 0, checked_off_by = null, checked_off_at = null
    where id = new.id;
end;

-- Integrations

create table api_keys (
  user_id text primary key references users on delete cascade,
  -- sealed, because it is shown again; found by its keyed hash
  sealed text not null,
  lookup blob not null unique,
  created_at integer not null,
  last_used_at integer
) strict, without rowid;

-- The last requests of other programs, and their outcomes.
create table webhook_calls (
  id integer primary key autoincrement,
  path text not null,
  user_id text,
  status integer not null,
  -- the reply, as text
  words text not null,
  -- JSON of the request's fields, without the key
  fields text not null,
  ip_address text,
  created_at integer not null
) strict;

-- What an empty Parlor has

insert into counters (name, value) values
  ('calls', 0), ('campaigns', 0), ('contacts', 0), ('conversations', 0), ('messages-sent', 0), ('opted-out', 0),
  ('requests-approved', 0), ('requests-pending', 0), ('requests-rejected', 0), ('reviews', 0),
  ('reviews-discounted', 0), ('reviews-matched', 0), ('subscribed', 0), ('undeliverable', 0);
insert into state (name, value) values ('longest-names', '["",""]');
insert into registration (id) values (1);
insert into weekly_hours (from_day, weekly)
  select '', json_object('mon', json(day), 'tue', json(day), 'wed', json(day), 'thu', json(day), 'fri', json(day),
    'sat', json(day), 'sun', json('[]'))
  from (select '[{"start":"09:00","end":"17:00"}]' as day);
-- Segments merge eight at a time, which saved a fifth of the processor time of an import.
insert into contacts_search (contacts_search, rank) values ('automerge', 8);
insert into contacts_words (contacts_words, rank) values ('automerge', 8);
