-- "1990-05-14", or "--05-14" where the year is not known.
alter table contacts add column birthday text;
create index contacts_by_birth_month on contacts (substr(birthday, -5, 2), id) where birthday is not null;
