import { expect, test } from "bun:test";
import { contact } from "#tests/support/test-app.ts";
import { desk, TODAY } from "./stand.ts";

const PHONE = "+12025550134";

test("a client's export includes appointments, and erasing the client removes the name from them", async () => {
  const { app, admin, book } = await desk();
  const id = contact(app, admin, "Ruth Abernathy", PHONE);
  await book({ phoneNumber: PHONE, service: "Peel" });
  await book({ clientName: "Noor Haddad", appointmentDate: `${TODAY}T14:00` });

  const held = JSON.parse(await (await admin.open(`/api/contacts/${id}/export`)).text());
  expect(held.appointments).toMatchObject([
    { at: `${TODAY}T10:00:00`, name: "Ruth Abernathy", service: "Peel", status: "booked" },
  ]);

  await admin.request("POST", `/api/contacts/${id}/erase`, { name: "Ruth Abernathy" });
  const { body } = await admin.request("GET", `/api/appointments?from=${TODAY}&to=${TODAY}`);
  expect(body).toMatchObject([
    { clientName: "Erased client", phoneNumber: null, service: "Peel" },
    { clientName: "Noor Haddad" },
  ]);
  expect(JSON.stringify(app.db.query("select * from appointments").all())).not.toMatch(
    /abernathy|0134/i,
  );
});
