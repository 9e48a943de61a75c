-- what undoes a merge of two clients, for a day
create table contact_merges (
  id integer primary key autoincrement,
  -- the client that was kept
  contact_id integer not null references contacts on delete cascade,
  -- its former id, which texts keep that the kept client got from the same campaign
  other_id integer not null,
  other_name text not null,
  -- both clients as they were, and which rows moved; JSON
  before text not null,
  merged_at integer not null
) strict;
create index contact_merges_of_contact on contact_merges (contact_id, id);
create index contact_merges_by_age on contact_merges (merged_at);
