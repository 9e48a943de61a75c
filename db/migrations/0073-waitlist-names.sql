-- The name that a client gave, who may wait for someone of their family; null: the contact's.
alter table waitlist add column client_name text;
