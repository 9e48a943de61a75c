import type { App } from "#src/app.ts";
import { createSecretBox } from "#src/platform/secrets/secret-box.ts";
import { cookieOf } from "#tests/calendar/online-booking/stand.ts";
import type { StaffClient } from "./staff-client.ts";

const KEY = Buffer.alloc(32, 7);
/** The salon's key, known to the test, so that it can confirm phones without a text. */
export const KNOWN_KEY = { PARLOR_SECRET_KEY: KEY.toString("base64") };

const DAY_MS = 86_400_000;

/** Adds an employee who works every day within these hours, and a service that can be booked online. */
export async function addBookable(
  staff: StaffClient,
  { minutes, ...hours }: { minutes: number; start: string; end: string },
): Promise<{ employeeId: number; serviceId: number }> {
  const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
  const weekly = Object.fromEntries(days.map((day) => [day, [hours]]));
  await staff.request("PUT", "/api/hours", { weekly, closedDays: [] });
  const { id: employeeId } = await staff.request("POST", "/api/employees", { name: "Elena Sato" });
  const { id: serviceId } = await staff.request("POST", "/api/services", {
    name: "Facial",
    durationMinutes: minutes,
    price: "120.00",
    onlineBooking: true,
  });
  return { employeeId, serviceId };
}

/** The cookie of a browser that confirmed this phone. */
export function confirmedPhone(phone: string): string {
  const app = { secrets: createSecretBox(KEY), now: Date.now, config: {} };
  return cookieOf(app as unknown as App, phone);
}

/** A day that can be booked: this many days after a week from now. */
export function dayAhead(after: number): string {
  return new Date(Date.now() + (7 + after) * DAY_MS).toISOString().slice(0, 10);
}
