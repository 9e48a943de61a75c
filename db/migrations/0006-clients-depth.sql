-- With a tag as with all: each state has its total without counting.
alter table tags add column opted_out_count integer not null default 0;
alter table tags add column undeliverable_count integer not null default 0;
update tags set
  opted_out_count = (select count(*) from contact_tags join contacts on contacts.id = contact_id
    where tag_id = tags.id and opted_out = 1),
  undeliverable_count = (select count(*) from contact_tags join contacts on contacts.id = contact_id
    where tag_id = tags.id and undeliverable = 1);

drop trigger contact_tags_counted_in;
drop trigger contact_tags_counted_out;
drop trigger contact_tags_counted_over;
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
create trigger contact_tags_counted_over after update of opted_out, undeliverable on contacts begin
  update tags set
    reachable_count = reachable_count
      + (new.opted_out = 0 and new.undeliverable = 0) - (old.opted_out = 0 and old.undeliverable = 0),
    opted_out_count = opted_out_count + new.opted_out - old.opted_out,
    undeliverable_count = undeliverable_count + new.undeliverable - old.undeliverable
  where id in (select tag_id from contact_tags where contact_id = new.id);
end;

-- What was done to one client: its page, its export.
create index audit_logs_of_target on audit_logs (target_type, target_id, id) where target_id is not null;
