import { inTransaction } from "#db/connection.ts";
import { sendOffers } from "#src/calendar/automatic-texts/send-offers.ts";
import { addAppointment } from "#src/calendar/book-visit.ts";
import { createService } from "#src/calendar/services/services.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import type { SettingsChange } from "#src/platform/settings/shapes-contract.ts";
import { addEmployee } from "#tests/support/employee.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";

export interface Stand extends TestApp {
  readonly set: (change: SettingsChange) => void;
  /** A client who agreed to offers. */
  readonly client: (details?: Partial<NewClient>) => number;
  /** Books without the rules of the desk, also in the past. Returns the id. */
  readonly visit: (contactId: number, startsAt: string, details?: Partial<NewVisit>) => number;
  readonly service: (name: string, returnWeeks: number | null) => number;
  /** Moves the clock and writes offers, as the job does each minute. */
  readonly runAt: (iso: string) => Promise<void>;
  /** The same, and sends what may leave. */
  readonly at: (iso: string) => Promise<void>;
  readonly texts: () => string[];
  readonly receivers: () => string[];
}

interface NewClient {
  readonly name: string;
  readonly phone: string;
  readonly birthday: string | null;
}

interface NewVisit {
  readonly serviceId: number;
  readonly status: string;
}

let numbers = 0;

/** A salon in New York with one employee and online booking, at 9:00 of Monday, November 2, 2026. */
export function offerStand(now = "2026-11-02T14:00:00Z"): Stand {
  const parlor = testApp();
  const { app, admin, clock, sms } = parlor;
  clock.now = Date.parse(now);
  const employeeId = addEmployee(app.db, "Rosa Diaz");
  saveSettings(app, admin.actor, {
    businessName: "Halcyon",
    googlePlaceId: "ChIJ_halcyon",
    twilioPhoneNumber: sms.from,
  });
  const stand: Stand = {
    ...parlor,
    set: (change) => void saveSettings(app, admin.actor, change),
    client({ name = "Ada Lovelace", phone = newPhone(), birthday = null } = {}) {
      const id = contact(app, admin, name, phone);
      app.db.run("update contacts set birthday = ? where id = ?", [birthday, id]);
      return id;
    },
    visit(contactId, startsAt, { serviceId, status } = {}) {
      const row = app.db
        .query<{ name: string; phone: number }, [number]>(
          "select name, phone from contacts where id = ?",
        )
        .get(contactId);
      const id = inTransaction(app.db, () =>
        addAppointment(app, admin.actor, {
          employeeId,
          clientName: row?.name ?? "",
          phone: `+${row?.phone}`,
          startsAt,
          durationMinutes: 60,
          service: "Haircut",
          source: "staff",
        }),
      );
      if (serviceId !== undefined)
        app.db.run(
          `update appointments set service_id = s.id, service = s.name, price_cents = s.price_cents
           from services s where s.id = ? and appointments.id = ?`,
          [serviceId, id],
        );
      if (status) app.db.run("update appointments set status = ? where id = ?", [status, id]);
      return id;
    },
    service: (name, returnWeeks) =>
      createService(app, admin.actor, {
        name,
        durationMinutes: 60,
        category: "",
        bufferMinutes: 0,
        processing: null,
        price: "80.00",
        deposit: null,
        employeeIds: null,
        overrides: [],
        onlineBooking: true,
        returnWeeks,
      }).id,
    async runAt(iso) {
      clock.now = Date.parse(iso);
      await sendOffers(app);
    },
    async at(iso) {
      await stand.runAt(iso);
      await parlor.sendAll();
    },
    texts: () => sms.sent.map(({ body }) => body),
    receivers: () => sms.sent.map(({ to }) => to),
  };
  return stand;
}

/** In New York. */
function newPhone(): string {
  numbers += 1;
  return `+1212555${String(numbers).padStart(4, "0")}`;
}
