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
  created_at integer not null
) strict;
create index push_subscriptions_of_user on push_subscriptions (user_id);
