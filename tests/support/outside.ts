import { INBOUND_PATHS, type Inbound } from "#src/integrations/zapier/contract.ts";
import { addEmployee } from "./employee.ts";
import type { Person, Reply, TestApp } from "./test-app.ts";

/** An outside program with a user's key. */
export interface Outside {
  readonly key: string;
  readonly send: (what: Inbound, fields: Record<string, unknown>) => Promise<Reply>;
}

export async function outside(parlor: TestApp, owner: Person = parlor.admin): Promise<Outside> {
  const { body } = await owner.request("POST", "/api/users/generate-api-key");
  const key: string = body.apiKey;
  return {
    key,
    send: (what, fields) =>
      parlor.visitor("POST", INBOUND_PATHS[what], { api_key: key, ...fields }),
  };
}

export function employee({ app }: TestApp, name: string): number {
  return addEmployee(app.db, name);
}

/** Next Friday at ten, with Jo. */
export const BALAYAGE = {
  first_name: "Ana",
  last_name: "Silva",
  start_datetime: "2026-11-27T10:00:00",
  end_datetime: "2026-11-27T11:30:00",
  service_display_name: "Balayage",
  employee_first_name: "Jo",
};

export const ANA = { first_name: "Ana", last_name: "Silva", phone_number: "+12025550111" };

export function countOf({ app }: TestApp, table: string): number {
  return app.db.query<{ n: number }, []>(`select count(*) as n from ${table}`).get()?.n ?? -1;
}

/** The audit entries of these actions, oldest first. */
export function actions({ app }: TestApp, like: string): string[] {
  return app.db
    .query<{ action: string }, [string]>(
      "select action from audit_logs where action like ? order by id",
    )
    .all(like)
    .map(({ action }) => action);
}
