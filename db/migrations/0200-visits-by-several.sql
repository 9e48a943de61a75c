-- A visit by several employees: appointments back to back, one for each run of services of one employee. The id of the first
-- of them that takes place; null for a visit by one employee.
alter table appointments add column visit_id integer;
create index appointments_of_visit on appointments (visit_id, starts_at) where visit_id is not null;
-- The id of the hold of its first part; null for that hold, and for a visit by one employee.
alter table slot_holds add column first_id integer;
create index slot_holds_of_visit on slot_holds (first_id) where first_id is not null;
-- Who performs each of the services: a JSON array of ids. Null for the one employee of the offer.
alter table waitlist_offers add column performers text;
