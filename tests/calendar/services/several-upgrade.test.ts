import { expect, test } from "bun:test";
import { findAppointment } from "#db/calendar/appointments.ts";
import { findOnlineBooking } from "#db/calendar/online-bookings.ts";
import { migrate } from "#db/migrate.ts";
import { createSchema40 } from "#tests/support/schema-40.ts";

const CUT = {
  ...{ serviceId: 1, name: "Cut", priceCents: 4500, durationMinutes: 45, bufferMinutes: 10 },
  processing: null,
};

test("visits and bookings from before have the one service that they were booked with", () => {
  const db = createSchema40();
  db.run("insert into employees (name, display_order, created_at) values ('Jo', 1, 0)");
  db.run(
    `insert into services (name, name_key, category, duration_minutes, buffer_minutes, price_cents, color, overrides,
       online_booking, created_at) values ('Cut', 'cut', '', 60, 0, 4000, 'plum', '[]', 1, 0)`,
  );
  const visit = `insert into appointments (employee_id, client_name, name_key, starts_at, ends_at, duration_minutes,
      service, status, source, created_at, service_id, price_cents, buffer_minutes)
    values (1, 'C', 'c', '2026-06-01T10:00:00', '2026-06-01T10:45:00', 45, ?, 'booked', 'staff', 0, ?, ?, ?)`;
  db.run(visit, ["Cut", 1, 4500, 10]);
  db.run(visit, ["A talk", null, null, 0]);
  db.run(
    `insert into online_bookings (phone, client_name, service_id, starts_at, duration_minutes, buffer_minutes,
       price_cents, marketing, created_at) values (12025550111, 'C', 1, '2026-06-01T10:00:00', 45, 10, 4500, 0, 0)`,
  );
  migrate(db);
  expect(findAppointment(db, 1)?.services).toEqual([CUT]);
  expect(findAppointment(db, 2)?.services).toEqual([]);
  expect(findOnlineBooking(db, 1)?.services).toEqual([CUT]);
});
