-- When the receipt was last texted, so that staff know.
alter table payments add column receipt_texted_at integer;
-- "Visa 4242" reads "Visa ending in 4242", as everywhere else.
update payments set card = substr(card, 1, length(card) - 5) || ' ending in ' || substr(card, -4) where card is not null;
