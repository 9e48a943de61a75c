import { saveSettings } from "#src/platform/settings/settings.ts";
import { TODAY } from "#tests/calendar/appointments/stand.ts";
import { askTo } from "#tests/support/callers.ts";
import { employee } from "#tests/support/outside.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

export const LIST = "/api/potential-appointments";
export const SLOT = { startsAt: `${TODAY}T14:00:00`, durationMinutes: 90 };

/** Elena works there; somebody asked for a balayage with her this afternoon. */
export function salon(options: Parameters<typeof testApp>[0] = {}) {
  const parlor = testApp(options);
  saveSettings(parlor.app, parlor.admin.actor, { timeZone: "America/New_York" });
  const elena = employee(parlor, "Elena Sato");
  const id = askTo(parlor, { slot: { ...SLOT, employeeId: elena } });
  const booking = {
    employeeId: elena,
    appointmentDate: SLOT.startsAt,
    durationMinutes: 90,
    service: "Balayage",
  };
  const approve = (body?: unknown, headers = {}, who = parlor.admin) =>
    who.request("POST", `${LIST}/${id}/approve`, body, headers);
  return { ...parlor, elena, id, booking, approve };
}

export function texts({ app }: TestApp) {
  return app.db
    .query<{ kind: string; body: string; status: string }, []>(
      "select purpose as kind, body, status from messages where purpose = 'confirmation'",
    )
    .all();
}
