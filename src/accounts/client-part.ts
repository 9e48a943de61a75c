import { deleteCodesTo } from "#db/accounts/verification-codes.ts";
import { findContact } from "#db/clients/contacts.ts";
import { deleteSessionsOfNumbers } from "#db/platform/sessions.ts";
import type { ClientPart } from "#src/app.ts";

export const accountsOfClient: ClientPart = {
  tables: ["client_sessions", "verification_codes"],
  // The number's next owner may be a client, whose portal must not stay open in this browser.
  changeNumber: (app, _id, from) => deleteSessionsOfNumbers(app.db, [from]),
  erase(app, { id, traces }) {
    const email = findContact(app.db, id)?.email;
    deleteSessionsOfNumbers(app.db, traces);
    deleteCodesTo(app.db, [...traces, ...(email ? [email.toLowerCase()] : [])]);
  },
};
