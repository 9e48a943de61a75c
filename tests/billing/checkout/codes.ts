import { phoneKey } from "#db/phone.ts";
import type { TestApp } from "#tests/support/test-app.ts";

/** The code in the newest text that waits for this number; "" when there is none. */
export function confirmedCode({ app }: TestApp, phone: string): string {
  const row = app.db
    .query<{ body: string }, [number]>(
      "select body from messages where kind = 'code' and phone = ? order by id desc limit 1",
    )
    .get(phoneKey(phone));
  return /\b\d{6}\b/.exec(row?.body ?? "")?.[0] ?? "";
}
