import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { openDatabase } from "#db/connection.ts";
import { announceRenewals, sendAgreementMails } from "#src/billing/agreements/agreement-mails.ts";
import { cancelByStaff } from "#src/billing/subscriptions/subscriptions.ts";
import { createApp } from "#src/create-app.ts";
import { connectSmtp } from "#src/platform/providers/smtp/smtp.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { formatTerm } from "#src/shared/agreement-terms.ts";
import { financingStand } from "#tests/billing/checkout/financing-stand.ts";
import { membersStand } from "#tests/billing/checkout/members-stand.ts";
import { ADA, type BillingStand, billingStand } from "#tests/billing/ledger/stand.ts";
import { newFolder } from "#tests/support/binary.ts";
import {
  MAIL_PASSWORD,
  MAIL_USER,
  type MailServerOfTests,
  startMailServer,
} from "#tests/support/mail-server.ts";
import { hasPoppler, textOfPdf } from "#tests/support/pdf-text.ts";

setDefaultTimeout(60_000);

const DAY = 24 * 3_600_000;

const servers: MailServerOfTests[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

/** Saves a real mail server in Settings. */
async function connectMail({ app, admin }: BillingStand): Promise<MailServerOfTests> {
  const server = await startMailServer();
  servers.push(server);
  Object.assign(app.providers, {
    mail: connectSmtp.bind(undefined, { allowPrivateHosts: true }),
  });
  saveSettings(app, admin.actor, {
    smtpHost: "localhost",
    smtpPort: server.port,
    smtpUser: MAIL_USER,
    smtpPassword: MAIL_PASSWORD,
    smtpSecure: false,
    smtpFromAddress: MAIL_USER,
    businessPhone: "(512) 555-0100",
  });
  return server;
}

/** Saves a mail server of the tests without a network. */
function fakeMail({ app, admin, mail }: BillingStand) {
  saveSettings(app, admin.actor, {
    smtpHost: "smtp.example.com",
    smtpFromAddress: "desk@example.com",
  });
  return mail.sent;
}

const PLAN = {
  name: "Laser series",
  principalAmount: "1000",
  feePercentage: "10",
  installmentCount: 4,
};
/** In the agreement of this plan when it is signed on November 20. */
const AGREED = [
  "What you agree to pay",
  "Finance charge: $100.00 (10% of the cash price)",
  "Amount financed: $725.00",
  "Total of payments: $825.00",
  "Total sale price: $1,100.00",
  "Cash price: $1,000.00",
  "Down payment, due November 20, 2026: $275.00",
  "Payment 2, due December 20, 2026: $275.00",
  "Payment 3, due January 20, 2027: $275.00",
  "Payment 4, due February 20, 2027: $275.00",
  "Annual percentage rate: 81.00%",
  "Late payment: No late fee.",
  "Prepayment: Paying early has no penalty",
];

test.skipIf(!hasPoppler)(
  "the agreement of a payment plan has every amount and due date, and its signer gets it by mail once",
  async () => {
    const stand = financingStand();
    const { mails } = await connectMail(stand);
    const { id } = await stand.newPlan(PLAN);
    const { terms } = (await stand.visitor("GET", `/api/payment-plans/${id}/public`)).body;
    await stand.buy(ADA, id);
    await stand.tell(2);
    for (let times = 0; times < 3; times += 1) await sendAgreementMails(stand.app);

    const copies = mails.filter(({ parsed }) => parsed.attachments.length > 0);
    expect(copies).toMatchObject([
      { to: ["ada@example.com"], parsed: { subject: "Glow: your signed agreement" } },
    ]);
    const [attachment] = copies[0]?.parsed.attachments ?? [];
    expect([attachment?.filename, attachment?.contentType]).toEqual([
      "agreement.pdf",
      "application/pdf",
    ]);
    const mailed = await textOfPdf(new Uint8Array(attachment?.content ?? []));
    const later = await stand.admin.open("/api/payment-plan-subscriptions/1/agreement");
    const downloaded = await textOfPdf(new Uint8Array(await later.arrayBuffer()));
    const printed = [mailed, downloaded].map((text) => text.replace(/\s+/g, " "));
    const shown = terms.map(formatTerm).join(" ");
    for (const line of AGREED) {
      for (const text of printed) expect(text).toContain(line);
      if (line !== AGREED[0]) expect(shown).toContain(line);
    }
    for (const text of printed) {
      expect(text).toContain("Agreement to sign electronically");
      expect(text).not.toContain("Electronic business");
      for (const part of [
        "I can withdraw my consent at any time, or ask for a paper copy, at no charge: (512) 555-0100.",
        "This covers only this agreement.",
        "a program that opens PDF files",
      ])
        expect(text).toContain(part);
    }
    expect(printed[1]).toContain("Copy emailed to ada@example.com");
  },
);

test.skipIf(!hasPoppler)(
  "a new member gets one mail with the price, how to cancel and the signed agreement",
  async () => {
    const stand = await membersStand();
    const { mails } = await connectMail(stand);
    await stand.join();
    await stand.tell(3);
    for (let times = 0; times < 3; times += 1) await sendAgreementMails(stand.app);
    expect(mails).toHaveLength(1);
    const text = mails[0]?.parsed.text ?? "";
    for (const part of [
      "Hello Ada Lovelace,",
      "Price: $49.00 per month",
      "Charged: on the day of signing, then every month, until canceled",
      "/membership/login",
      "Questions? (512) 555-0100",
    ])
      expect(text).toContain(part);
    const [attachment] = mails[0]?.parsed.attachments ?? [];
    const printed = await textOfPdf(new Uint8Array(attachment?.content ?? []));
    expect(printed).toContain("Price: $49.00 per month");
  },
);

test("a copy that the mail server refuses is sent later, still once, with the same id", async () => {
  const stand = await membersStand();
  const sent = fakeMail(stand);
  const tried: (string | undefined)[] = [];
  stand.mail.answer = ({ id }) => {
    tried.push(id);
    return tried.length < 3 ? { kind: "refused", message: "Busy" } : undefined;
  };
  await stand.join();
  for (let minutes = 0; minutes < 6 * 60; minutes += 5) {
    await sendAgreementMails(stand.app);
    stand.clock.now += 5 * 60_000;
  }
  expect([tried.length, new Set(tried).size, sent.length]).toEqual([3, 1, 1]);
});

test("a copy whose sending was interrupted is sent again later, with the same id", async () => {
  const stand = await membersStand();
  const sent = fakeMail(stand);
  const tried: (string | undefined)[] = [];
  stand.mail.answer = ({ id }) => {
    tried.push(id);
    if (tried.length === 1) throw new Error("the power failed");
    return undefined;
  };
  await stand.join();
  await expect(sendAgreementMails(stand.app)).rejects.toThrow("the power failed");
  await sendAgreementMails(stand.app);
  expect(tried).toHaveLength(1);
  stand.clock.now += 20 * 60_000;
  for (let times = 0; times < 2; times += 1) await sendAgreementMails(stand.app);
  expect([tried.length, new Set(tried).size, sent.length]).toEqual([2, 1, 1]);
});

test("a restart between the payment and the mail, and one after it, change nothing", async () => {
  const path = join(newFolder("restart"), "parlor.db");
  const paid = billingStand({ path });
  const sent = fakeMail(paid);
  const { sessionId } = await paid.signMembership();
  paid.stripe.complete(sessionId);
  await paid.tell(3);
  await paid.stop();
  paid.app.db.close();
  for (let starts = 0; starts < 3; starts += 1) {
    paid.clock.now += DAY;
    const app = createApp({ ...paid.app, db: openDatabase(path) });
    await sendAgreementMails(app);
    app.db.close();
  }
  expect(sent.map(({ to }) => to)).toEqual(["ada@example.com"]);
});

test("without a mail server the copy waits for one", async () => {
  const stand = await membersStand();
  await stand.join();
  await sendAgreementMails(stand.app);
  stand.clock.now += 2 * DAY;
  const sent = fakeMail(stand);
  await sendAgreementMails(stand.app);
  expect(sent.map(({ to }) => to)).toEqual(["ada@example.com"]);
});

/** A salon with one member who pays each year. Returns what was mailed about the renewals. */
async function yearlyMember(change: object = {}) {
  const stand = await membersStand();
  const sent = fakeMail(stand);
  const agreementText = "It costs $490.00 per year.";
  await stand.admin.request("PATCH", `/api/memberships/${stand.membershipId}`, {
    price: "490.00",
    billingFrequency: "year",
    agreementText,
    ...change,
  });
  await stand.join();
  await sendAgreementMails(stand.app);
  sent.length = 0;
  const live = async (days: number) => {
    for (let day = 0; day < days; day += 1) {
      stand.pass(1);
      await stand.tell(2, day);
      announceRenewals(stand.app);
      await sendAgreementMails(stand.app);
    }
  };
  return { stand, sent, live };
}

test("a yearly membership is announced once, 30 days before each renewal", async () => {
  const { sent, live } = await yearlyMember();
  await live(334);
  expect(sent).toEqual([]);
  await live(2);
  expect(sent).toMatchObject([
    {
      to: "ada@example.com",
      subject: 'Your membership "Glow Club" renews on November 20, 2027',
    },
  ]);
  expect(sent[0]?.text).toContain("We'll charge $490.00 to your card then.");
  expect(sent[0]?.text).toContain("To cancel, sign in with your phone number");
  await live(360);
  expect(sent).toHaveLength(1);
  await live(10);
  expect(sent.map(({ subject }) => subject.slice(-17))).toEqual([
    "November 20, 2027",
    "November 20, 2028",
  ]);
});

test("a canceled or monthly membership isn't announced", async () => {
  const { stand, sent, live } = await yearlyMember();
  await live(300);
  await cancelByStaff(stand.app, stand.admin.actor, 1);
  await live(70);
  expect(sent).toEqual([]);
  const monthly = await yearlyMember({ billingFrequency: "month" });
  await monthly.live(40);
  expect(monthly.sent).toEqual([]);
});

test("a renewal that is canceled before its notice leaves is not announced", async () => {
  const { stand, sent, live } = await yearlyMember();
  await live(334);
  stand.pass(2);
  announceRenewals(stand.app);
  await cancelByStaff(stand.app, stand.admin.actor, 1);
  await sendAgreementMails(stand.app);
  expect(sent).toEqual([]);
});
