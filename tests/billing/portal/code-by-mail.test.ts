import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { type FinancingStand, financingStand } from "#tests/billing/checkout/financing-stand.ts";
import { type MembersStand, membersStand } from "#tests/billing/checkout/members-stand.ts";
import { ADA } from "#tests/billing/ledger/stand.ts";

setDefaultTimeout(60_000);

let stand: MembersStand | FinancingStand;
afterEach(() => stand.stripe.stop());

/** A client who signed up has opted out and asks for a code. Returns the addresses that it was mailed to. */
async function codesMailedTo(portal: "member" | "financing"): Promise<string[]> {
  const { app, admin, visitor, mail } = stand;
  saveSettings(app, admin.actor, {
    smtpHost: "smtp.example.com",
    smtpFromAddress: "desk@example.com",
  });
  const { body } = await admin.request("GET", "/api/contacts");
  await admin.request("POST", `/api/contacts/${body.contacts[0].id}/opt-out`);
  const path = {
    member: "/api/membership/request-code",
    financing: "/api/financing/send-verification",
  };
  await visitor("POST", path[portal], { phoneNumber: ADA });
  await Bun.sleep(50);
  return mail.sent.filter(({ subject }) => subject.startsWith("Your code")).map(({ to }) => to);
}

test("a code is never mailed to the address of a sign-up that didn't prove the phone", async () => {
  const members = await membersStand();
  stand = members;
  await members.join({ contactEmail: "stranger@example.com" });
  expect(await codesMailedTo("member")).toEqual([]);
});

test("a code is mailed to the address of a sign-up that proved the phone", async () => {
  const financing = financingStand();
  stand = financing;
  const { id } = await financing.newPlan();
  await financing.buy(ADA, id);
  expect(await codesMailedTo("financing")).toEqual(["ada@example.com"]);
});
