-- Several services in one visit: a JSON array of {serviceId, name, priceCents, durationMinutes, bufferMinutes, processing}
-- in their order, as booked. Null for a visit of one service or none.
alter table appointments add column services text;
-- the same, of one service too
alter table online_bookings add column services text not null default '[]';
update online_bookings set services = (
  select json_array(json_object('serviceId', v.id, 'name', v.name, 'priceCents', online_bookings.price_cents,
    'durationMinutes', online_bookings.duration_minutes, 'bufferMinutes', online_bookings.buffer_minutes,
    'processing', json(v.processing)))
  from services v where v.id = service_id);
-- A JSON array of the ids of several services; null for one.
alter table waitlist add column service_ids text;
