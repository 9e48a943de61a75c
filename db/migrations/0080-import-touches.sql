-- Contacts of imports that can be undone whose tags staff changed since, so that an undo keeps them.
create table retagged_contacts (
  contact_id integer primary key references contacts on delete cascade
) strict;

-- An undo looks for each imported client in every table about clients.
create index agreements_of_phone on agreements (phone);
create index checkouts_of_phone on checkouts (phone);
create index client_sessions_of_phone on client_sessions (phone);
create index contact_update_requests_of_contact on contact_update_requests (contact_id) where contact_id is not null;
create index contact_update_requests_unmatched on contact_update_requests (phone) where contact_id is null;
