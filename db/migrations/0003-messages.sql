create table campaigns (
  id integer primary key autoincrement,
  name text not null,
  user_id text not null references users,
  status text not null check (status in ('draft', 'sending', 'completed', 'failed', 'stopped')),
  -- version of campaign_texts that texts not yet claimed will carry
  text_version integer not null,
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
  -- why it failed, was stopped or paused, in words
  reason text,
  -- slower than the installation's pace, or null
  pace_interval integer,
  next_send_at real not null default 0,
  -- quiet hours: nothing of it is due before
  held_until integer,
  check_status text not null default 'skipped',
  created_at integer not null,
  started_at integer,
  ended_at integer
) strict;
create index campaigns_sending on campaigns (id) where status = 'sending';
create index campaigns_drafts on campaigns (user_id, id) where status = 'draft';
create index campaigns_by_status on campaigns (status, id);
create index campaigns_of_user on campaigns (user_id);

-- An edit adds a version; what was sent keeps the version that it was sent with.
create table campaign_texts (
  campaign_id integer not null references campaigns on delete cascade,
  version integer not null,
  message text not null,
  primary key (campaign_id, version)
) strict, without rowid;

-- Campaigns whose texts are still to lose their words: erased in slices, see erase.ts.
create table deleted_campaigns (
  id integer primary key
) strict;

-- Every text in or out: the queue, the ledger and a contact's thread at once. Contact and campaign
-- are no foreign keys: deleting one would look for its rows in ten millions. The verbs see to it.
create table messages (
  id integer primary key autoincrement,
  direction text not null check (direction in ('inbound', 'outbound')),
  purpose text not null check (purpose in ('chat', 'campaign', 'keyword')),
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
  claimed_at integer,
  sent_at integer,
  settled_at integer,
  error_code integer,
  error text,
  -- millionths, as the provider reports it
  price integer,
  retry_of integer,
  hidden integer not null default 0,
  read integer not null default 0
) strict;

create unique index messages_provider on messages (provider_id) where provider_id is not null;
-- Never two texts to one number in flight, whoever sends them.
create unique index messages_in_flight on messages (phone) where status in ('claimed', 'in_doubt');
create unique index messages_recipient on messages (campaign_id, contact_id)
  where campaign_id is not null and contact_id is not null and retry_of is null;
create index messages_due_campaign on messages (campaign_id, due_at, id)
  where status = 'pending' and campaign_id is not null;
create index messages_due on messages (due_at, id) where status = 'pending' and campaign_id is null;
create index messages_thread on messages (contact_id, at, id) where at is not null;
create index messages_unread on messages (contact_id) where direction = 'inbound' and read = 0;
create index messages_retried on messages (retry_of) where retry_of is not null;
create index messages_unknown on messages (campaign_id) where status = 'unknown';

create table conversations (
  id integer primary key autoincrement,
  contact_id integer not null unique references contacts on delete cascade,
  last_message_id integer,
  last_message_at integer not null,
  last_message_preview text,
  unread_count integer not null default 0
) strict;
insert into counters (name, value) values ('conversations', 0), ('campaigns', 0), ('messages-sent', 0);
create trigger conversations_counted_in after insert on conversations begin
  update counters set value = value + 1 where name = 'conversations';
end;
create trigger conversations_counted_out after delete on conversations begin
  update counters set value = value - 1 where name = 'conversations';
end;
create trigger campaigns_counted_in after insert on campaigns begin
  update counters set value = value + 1 where name = 'campaigns';
end;
create trigger campaigns_counted_out after delete on campaigns begin
  update counters set value = value - 1 where name = 'campaigns';
end;

create index conversations_newest on conversations (last_message_at desc, id desc);
create index conversations_unread on conversations (id) where unread_count > 0;

create virtual table messages_search using fts5 (
  body, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);

-- Texts by day in the business's zone, for the dashboard's chart.
create table daily_texts (
  day text primary key,
  sent integer not null default 0,
  failed integer not null default 0
) strict, without rowid;
