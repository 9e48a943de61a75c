-- Texts get further purposes (codes, invites, reminders, tests), campaigns the state `scheduled`. SQLite
-- cannot change a check, so the tables are written anew; the purposes are the code's to check.
--
-- Ten millions of rows: what follows from other columns is not stored (direction, purpose, when it was sent
-- and settled), which makes a recipient a quarter smaller.
create table messages_new (
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
  -- waits until then: quiet hours, a carrier that is busy
  due_at integer not null default 0,
  -- its place in the thread; null until a campaign's text is claimed
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
insert into messages_new (id, kind, phone, contact_id, campaign_id, text_version, body, segments, status, provider_id,
    due_at, at, claimed_at, sent_after, settled_after, error_code, error, price, retry_of, hidden, read)
  select id, iif(purpose in ('chat', 'campaign'), null, purpose), phone, contact_id, campaign_id, text_version, body,
    segments, status, provider_id, due_at, at, iif(status in ('claimed', 'in_doubt', 'unknown'), claimed_at, null),
    sent_at - coalesce(at, 0), settled_at - coalesce(at, 0), error_code, error, price, retry_of, hidden, read
  from messages;
delete from sqlite_sequence where name = 'messages_new';
insert into sqlite_sequence (name, seq) select 'messages_new', seq from sqlite_sequence where name = 'messages';
drop table messages;
alter table messages_new rename to messages;

create unique index messages_provider on messages (provider_id) where provider_id is not null;
-- Never two texts to one number in flight, whoever sends them.
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

-- A million contacts of one owner name it by a small key; handing them over changes one row.
create table owners (
  key integer primary key,
  user_id text not null references users
) strict;
create index owners_of_user on owners (user_id);
insert into owners (user_id) select distinct user_id from contacts;

create table contacts_new (
  id integer primary key autoincrement,
  name text not null,
  -- E.164 without the plus: six bytes instead of thirteen, in the table and in each index
  phone integer not null unique,
  email text,
  owner integer not null references owners,
  -- a projection of `consents`, which is keyed by number and survives the contact
  opted_out integer not null default 0,
  opted_out_at integer,
  undeliverable integer not null default 0,
  created_at integer not null
) strict;
insert into contacts_new select id, name, phone, email, (select key from owners where owners.user_id = contacts.user_id),
  opted_out, opted_out_at, undeliverable, created_at from contacts;
delete from sqlite_sequence where name = 'contacts_new';
insert into sqlite_sequence (name, seq) select 'contacts_new', seq from sqlite_sequence where name = 'contacts';
drop table contacts;
alter table contacts_new rename to contacts;

create index contacts_by_name on contacts (name collate nocase);
create index contacts_opted_out on contacts (id) where opted_out = 1;
create index contacts_undeliverable on contacts (id) where undeliverable = 1;
-- New ones are counted once a batch, in code: a trigger's counting was a tenth of an import.
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

create table campaigns_new (
  id integer primary key autoincrement,
  name text not null,
  user_id text not null references users,
  status text not null check (status in ('draft', 'scheduled', 'sending', 'completed', 'failed', 'stopped')),
  -- version of campaign_texts that texts not yet claimed will carry
  text_version integer not null,
  -- of one text, at its longest
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
  -- why it failed, was stopped or paused, in words
  reason text,
  -- slower than the installation's pace, or null
  pace_interval integer,
  next_send_at real not null default 0,
  -- quiet hours or the daily cap: nothing of it is due before, and which of the two
  held_until integer,
  held_by text,
  scheduled_at integer,
  -- whom it was made for, as JSON; null for a draft
  audience text,
  -- the audience becomes rows in slices: how far that has come, and null once everybody is there
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
insert into campaigns_new (id, name, user_id, status, text_version, segments, segment_cost, total_cost,
    total_recipients, sent_count, delivered_count, failed_count, skipped_count, unknown_count, reason,
    pace_interval, next_send_at, held_until, check_status, created_at, started_at, ended_at)
  select id, name, user_id, status, text_version, segments, segment_cost, total_cost,
    total_recipients, sent_count, delivered_count, failed_count, skipped_count, unknown_count, reason,
    pace_interval, next_send_at, held_until, check_status, created_at, started_at, ended_at
  from campaigns;
delete from sqlite_sequence where name = 'campaigns_new';
insert into sqlite_sequence (name, seq) select 'campaigns_new', seq from sqlite_sequence where name = 'campaigns';
drop table campaigns;
alter table campaigns_new rename to campaigns;

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

-- What a campaign's report draws: by hour, in epoch hours.
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
insert into campaign_failures (campaign_id, kind, words, count)
  select campaign_id, iif(status = 'skipped', 'skipped', 'failed'), coalesce(error, 'The text could not be sent'), count(*)
  from messages
  where campaign_id in (select id from campaigns) and retry_of is null and status in ('failed', 'undelivered', 'skipped')
  group by 1, 2, 3;

create table tags (
  id integer primary key autoincrement,
  name text not null collate nocase unique,
  contact_count integer not null default 0,
  -- of those, who can be texted
  reachable_count integer not null default 0,
  created_at integer not null
) strict;

create table contact_tags (
  tag_id integer not null references tags on delete cascade,
  contact_id integer not null references contacts on delete cascade,
  primary key (tag_id, contact_id)
) strict, without rowid;
create index contact_tags_of_contact on contact_tags (contact_id, tag_id);

create trigger contact_tags_counted_in after insert on contact_tags begin
  update tags set contact_count = contact_count + 1, reachable_count = reachable_count
    + (select opted_out = 0 and undeliverable = 0 from contacts where id = new.contact_id)
  where id = new.tag_id;
end;
-- Before a contact goes, so that it can still be looked at.
create trigger contact_tags_follow before delete on contacts begin
  delete from contact_tags where contact_id = old.id;
end;
create trigger contact_tags_counted_out before delete on contact_tags begin
  update tags set contact_count = contact_count - 1, reachable_count = reachable_count
    - coalesce((select opted_out = 0 and undeliverable = 0 from contacts where id = old.contact_id), 0)
  where id = old.tag_id;
end;
create trigger contact_tags_counted_over after update of opted_out, undeliverable on contacts begin
  update tags set reachable_count = reachable_count
    + (new.opted_out = 0 and new.undeliverable = 0) - (old.opted_out = 0 and old.undeliverable = 0)
  where id in (select tag_id from contact_tags where contact_id = new.id);
end;

create table contact_notes (
  id integer primary key autoincrement,
  contact_id integer not null references contacts on delete cascade,
  body text not null,
  -- who wrote it, as the name was then
  author_id text,
  author text not null,
  created_at integer not null,
  edited_at integer
) strict;
create index contact_notes_of_contact on contact_notes (contact_id, id);

-- The longest names there are: a campaign with {firstName} is priced for its longest text.
insert or replace into state (name, value)
  select 'longest-names', json_array(
    coalesce((select name from contacts order by length(name) desc limit 1), ''),
    coalesce((select name from contacts where name glob '*[^ -~]*' order by length(name) desc limit 1), ''));
