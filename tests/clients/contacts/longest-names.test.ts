import { expect, test } from "bun:test";
import { inTransaction } from "#db/connection.ts";
import { addContact, longestNames } from "#src/clients/contacts/contacts.ts";
import { contact, testApp } from "#tests/support/test-app.ts";

test("the longest names limit covers every contact's name, and stays when the contact goes", async () => {
  const { admin, app } = testApp();
  expect(longestNames(app)).toEqual(["", ""]);
  const ada = contact(app, admin, "Ada Byrne", "+12025550111");
  expect(longestNames(app)).toEqual(["Ada Byrne", ""]);
  await admin.request("PATCH", `/api/contacts/${ada}`, { name: "Zoë" });
  expect(longestNames(app)).toEqual(["Ada Byrne", "Zoë"]);
  await admin.request("POST", "/api/contacts/bulk-import", {
    contacts: [
      { firstName: "Marguerite", lastName: "Dupont", phoneNumber: "+12025550112" },
      { firstName: "Zoé", lastName: "Dupré", phoneNumber: "+12025550113" },
    ],
  });
  expect(longestNames(app)).toEqual(["Marguerite Dupont", "Zoé Dupré"]);
  await admin.request("DELETE", "/api/contacts/2");
  expect(longestNames(app)).toEqual(["Marguerite Dupont", "Zoé Dupré"]);
});

test("a name that was rolled back counts when it is added again", () => {
  const { admin, app } = testApp();
  const wanted = { name: "Ada Byrne", phone: "+12025550111", email: null, userId: admin.id };
  expect(() =>
    inTransaction(app.db, () => {
      addContact(app, wanted);
      throw new Error("rolled back");
    }),
  ).toThrow();
  expect(longestNames(app)).toEqual(["", ""]);
  inTransaction(app.db, () => addContact(app, wanted));
  expect(longestNames(app)).toEqual(["Ada Byrne", ""]);
});
