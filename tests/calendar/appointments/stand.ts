import { setApproved } from "#db/platform/users.ts";
import { NEW_USER_PERMISSIONS, type Permissions } from "#src/shared/permissions.ts";
import { type Person, type TestApp, testApp } from "#tests/support/test-app.ts";

/** The tests' clock says Friday, 11:00 in New York. */
export const TODAY = "2026-11-20";

export interface Desk extends TestApp {
  readonly elena: number;
  readonly tomas: number;
  /** Books one as the admin and answers it; an hour at ten unless told otherwise. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  readonly book: (wanted?: Record<string, unknown>) => Promise<any>;
  /** A member of the staff with the page, who sees these employees. */
  readonly desk: (employeeIds: number[], permissions?: Partial<Permissions>) => Person;
}

/** A salon in New York with Elena and Tomas, open from nine to five. */
export async function desk(): Promise<Desk> {
  const parlor = testApp();
  const { admin } = parlor;
  const employee = async (name: string) =>
    (await admin.request("POST", "/api/employees", { name })).body.id as number;
  const elena = await employee("Elena Sato");
  const tomas = await employee("Tomas Cruz");
  return {
    ...parlor,
    elena,
    tomas,
    book: async (wanted = {}) => {
      const reply = await admin.request("POST", "/api/appointments", {
        employeeId: elena,
        clientName: "Ruth Abernathy",
        appointmentDate: `${TODAY}T10:00`,
        ...wanted,
      });
      if (reply.status !== 201) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
      return reply.body;
    },
    desk: (employeeIds, permissions = {}) => {
      const pages = ["/appointments", "/contacts"];
      const person = parlor.person("user", pages);
      setApproved(parlor.app.db, person.id, {
        ...NEW_USER_PERMISSIONS,
        pages,
        employeeIds,
        ...permissions,
      });
      return person;
    },
  };
}

export function csvFile(...lines: string[]): { file: string } {
  const head = "ServiceStartDateTime,ServicingClientName,ServiceDisplayName,Resource";
  return { file: Buffer.from([head, ...lines].join("\r\n")).toString("base64") };
}
