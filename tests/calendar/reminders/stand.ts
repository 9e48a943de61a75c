import { inTransaction } from "#db/connection.ts";
import { addAppointment } from "#src/calendar/book-visit.ts";
import { sendReminders } from "#src/calendar/reminders/send-reminders.ts";
import { sendThankYous } from "#src/calendar/reminders/send-thank-yous.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import type { SettingsChange } from "#src/platform/settings/shapes-contract.ts";
import { addEmployee } from "#tests/support/employee.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

export const ADA = "+12025550111";

export interface Stand extends TestApp {
  /** Answers the id. */
  readonly book: (startsAt: string, wanted?: Partial<Booking>) => number;
  readonly set: (change: SettingsChange) => void;
  /** Lets the clock stand at that instant, runs both jobs and sends what they queued. */
  readonly at: (iso: string) => Promise<void>;
  readonly texts: () => string[];
}

interface Booking {
  readonly clientName: string;
  readonly phone: string | null;
  readonly durationMinutes: number;
  readonly service: string;
}

/** A salon in New York with one employee, at noon of the 20th of November 2026 unless told otherwise. */
export function appointmentStand(now = "2026-11-20T17:00:00Z"): Stand {
  const parlor = testApp();
  const { app, admin, clock, sms } = parlor;
  clock.now = Date.parse(now);
  const employeeId = addEmployee(app.db, "Rosa Diaz");
  return {
    ...parlor,
    book: (startsAt, wanted = {}) =>
      inTransaction(app.db, () =>
        addAppointment(app, admin.actor, {
          employeeId,
          clientName: "Ada Lovelace",
          phone: ADA,
          startsAt,
          durationMinutes: 60,
          service: "Haircut",
          source: "staff",
          ...wanted,
        }),
      ),
    set: (change) => saveSettings(app, admin.actor, change),
    async at(iso) {
      clock.now = Date.parse(iso);
      await sendThankYous(app);
      await sendReminders(app);
      await parlor.sendAll();
    },
    texts: () => sms.sent.map(({ body }) => body),
  };
}

/** What the rows say was done about each appointment. */
export function marks({ app }: TestApp) {
  return app.db
    .query<{ thankYou: string | null; reminder: string | null }, []>(
      "select thank_you as thankYou, reminder from appointments order by id",
    )
    .all();
}
