-- "Luczak" finds "Łuczak", and "linquist" "Lindqvist": db/migrate.ts fills both indexes again, with
-- db/clients/contact-words.ts.
insert into contacts_search (contacts_search) values ('delete-all');
insert into contacts_words (contacts_words) values ('delete-all');
