-- A deleted user's contacts that go with them: their owner key is handed to an admin, nobody adds to
-- it any more, and the contacts are deleted in slices, also after a restart.
alter table owners add column leaving integer not null default 0 check (leaving in (0, 1));
create index owners_leaving on owners (key) where leaving = 1;
