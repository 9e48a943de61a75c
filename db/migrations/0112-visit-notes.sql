-- What staff wrote about a visit.
alter table appointments add column visit_notes text not null default '';
