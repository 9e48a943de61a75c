-- What outside programs ask for, and an audit log that can be read at any length.

-- Which call made a conflict, field by field; JSON. The same call again finds the open one by it.
alter table deletion_conflicts add column asked text not null default '{}';
create unique index deletion_conflicts_asked on deletion_conflicts (asked)
  where status = 'pending' and asked <> '{}';
-- The same request again finds the pending one.
create index contact_update_requests_of_phone on contact_update_requests (phone) where status = 'pending';

-- Each filter of the log is some of these, and each index holds a row's place in the order of time.
create index audit_logs_of_action on audit_logs (action, actor_type);
create index audit_logs_of_actor on audit_logs (actor_id, action) where actor_id is not null;

-- How many there are of each, so that no page of the log counts; `actor_id` is '' for the machine.
create table audit_counts (
  actor_id text not null,
  actor_type text not null,
  action text not null,
  n integer not null,
  primary key (actor_id, actor_type, action)
) strict, without rowid;
insert into audit_counts
  select coalesce(actor_id, ''), actor_type, action, count(*) from audit_logs group by 1, 2, 3;

-- Words of the metadata. Without places and lengths, and nothing for a row that has none: ten bytes a word.
create virtual table audit_search using fts5 (
  words, content = '', detail = none, columnsize = 0, tokenize = 'trigram remove_diacritics 1'
);
-- Rows up to this one are still to be indexed: the machine does so bit by bit.
insert into state (name, value) select 'audit-to-index', max(id) from audit_logs having max(id) is not null;
