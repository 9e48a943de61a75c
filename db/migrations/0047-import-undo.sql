-- What the imports of contacts have created, so that the last one can be undone. Ids are given in order and never
-- again, so a range is enough.
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
