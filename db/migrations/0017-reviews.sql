-- What clients wrote about the business at Google. The text is Google's; who wrote it, and whether the
-- discount was given, is ours.

create table reviews (
  id integer primary key autoincrement,
  google_review_id text not null unique,
  reviewer_name text not null,
  -- nameKey() of it; empty where Google says "A Google user"
  name_key text not null,
  rating integer not null check (rating between 1 and 5),
  review_text text not null default '',
  reviewed_at integer not null,
  -- as Google says when it was changed last
  changed_at integer not null,
  -- gone at Google; null while it is there
  deleted_at integer,
  contact_id integer references contacts on delete set null,
  manually_matched integer not null default 0,
  -- somebody said that it is none of these clients: the machine leaves it alone
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

insert into counters (name, value) values
  ('reviews', 0), ('reviews-matched', 0), ('reviews-discounted', 0);
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

-- Who is nobody's review was given no discount: also where the contact was deleted, which no verb of
-- reviews hears of.
create trigger reviews_left after update of contact_id on reviews
  when new.contact_id is null and old.contact_id is not null begin
  update reviews set manually_matched = 0, checked_off = 0, checked_off_by = null, checked_off_at = null
    where id = new.id;
end;
