import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "#db/connection.ts";
import { migrate } from "#db/migrate.ts";
import { createAdmin } from "#src/accounts/sign-in/sign-in.ts";
import { offerGaps } from "#src/calendar/waitlist/offer-gaps.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { createServer } from "#src/server.ts";
import { UNDO_MS } from "#src/shared/constants.ts";
import { addDays } from "#src/shared/wall-time.ts";
import { openApp } from "./app-on.ts";
import { OWNER } from "./large-salon.ts";
import { type Measuring, median, toBudgetRow } from "./table.ts";

const WAITING = 1_000;
const OFFERS = 16;
const REQUESTS = 60;

/** Measures a waitlist of a thousand clients while sixteen times are offered, and the offers themselves. */
export async function waitlist({ rows }: Measuring): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "parlor-waitlist-"));
  const db = openDatabase(join(folder, "parlor.db"));
  migrate(db);
  db.run("PRAGMA synchronous = OFF");
  db.close();
  const app = openApp(folder);
  await createAdmin(app, { ...OWNER, email: "owner@example.com" });
  const hono = createServer(app);
  let cookie = "";
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await hono.request(path, {
      method,
      headers: { cookie, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    cookie ||= answer.headers.get("set-cookie")?.split(";")[0] ?? "";
    return text === "" ? undefined : JSON.parse(text);
  };
  await send("POST", "/api/login", OWNER);
  await send("POST", "/api/settings", {
    twilioAccountSid: `AC${"a".repeat(32)}`,
    twilioAuthToken: "token",
    twilioPhoneNumber: "+12025550100",
    webhookBaseUrl: "https://salon.example.com",
    quietHoursEnabled: false,
  });
  const employees: number[] = [];
  for (let n = 0; n < OFFERS; n += 1)
    employees.push((await send("POST", "/api/employees", { name: `Employee ${n}` })).id);
  const { id: serviceId } = await send("POST", "/api/services", {
    name: "Cut",
    durationMinutes: 45,
    price: "40.00",
    employeeIds: employees,
  });
  // A weekday of next week, when the business is open.
  let day = addDays(businessDay(app), 7);
  while (/^[60]$/.test(String(new Date(`${day}T12:00:00Z`).getUTCDay()))) day = addDays(day, 1);
  for (let n = 0; n < WAITING; n += 1)
    await send("POST", "/api/waitlist", {
      clientName: `Client ${n}`,
      phoneNumber: `+1646${2_000_000 + n * 7_919}`,
      serviceId,
      from: day,
      to: addDays(day, 20),
    });
  for (const employeeId of employees) {
    const { id } = await send("POST", "/api/appointments", {
      employeeId,
      clientName: "Ada",
      phoneNumber: "+12125550123",
      appointmentDate: `${day}T11:00:00`,
      durationMinutes: 45,
      service: "Cut",
    });
    await send("DELETE", `/api/appointments/${id}`);
  }
  const later = { ...app, now: () => Date.now() + UNDO_MS + 1_000 };
  const offering = cpuNow();
  await offerGaps(later);
  const offered = (cpuNow() - offering) / 1_000;

  const took: number[] = [];
  for (let n = 0; n < REQUESTS; n += 1) {
    const before = cpuNow();
    const entries = (await send("GET", "/api/waitlist")) as { offer: unknown }[];
    took.push((cpuNow() - before) / 1_000);
    const open = entries.filter(({ offer }) => offer !== null).length;
    if (open !== OFFERS) throw new Error(`${open} open offers`);
  }
  app.db.close();
  rmSync(folder, { recursive: true });
  const list = median(took);
  rows.push(
    toBudgetRow("waitlist", list, `${list.toFixed(1)} ms`),
    toBudgetRow("waitlist-offers", offered, `${offered.toFixed(0)} ms`),
  );
}

/** Microseconds. */
function cpuNow(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
