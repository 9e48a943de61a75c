import { expect, setDefaultTimeout, test } from "bun:test";
import { detachCards, formatCard, keepCards } from "#src/billing/cards/cards.ts";
import { feeCentsOf, feeTerms, renderPolicy } from "#src/billing/cards/policy.ts";
import { completeMerges } from "#src/clients/profile/undo-merge.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { ADA, billingStand } from "#tests/billing/ledger/stand.ts";
import { STRIPE_KEY } from "#tests/sandbox/stripe-stand-in.ts";

// The first request loads the payment SDK.
setDefaultTimeout(60_000);

const DAY = 86_400_000;

async function cardDesk() {
  const parlor = billingStand();
  const { admin, visitor, app, stripe, tell } = parlor;
  const { body } = await admin.request("POST", "/api/contacts", {
    name: "Anne-Marie O’Neil-Łuczak (Mrs.)",
    phoneNumber: ADA,
  });
  const id: number = body.id;
  const texts = () =>
    app.db
      .query<{ body: string; purpose: string }, []>(
        "select body, purpose from messages order by id",
      )
      .all();
  const link = () => /\/card\/(\S+)/.exec(texts().at(-1)?.body ?? "")?.[1] ?? "";
  const page = (token: string) => visitor("GET", `/api/card/${token}`);
  const agree = async (token: string) => {
    const { version } = (await page(token)).body;
    return visitor("POST", `/api/card/${token}`, { agreed: true, version });
  };
  return {
    ...parlor,
    id,
    texts,
    page,
    agree,
    desk: () => admin.request("GET", `/api/contacts/${id}/card`),
    async ask() {
      const asked = await admin.request("POST", `/api/contacts/${id}/card/request`);
      expect(asked.status).toBe(200);
      return link();
    },
    async add(token: string) {
      const { body: opened } = await agree(token);
      stripe.complete(opened.checkoutUrl.split("/").at(-1));
      await tell(2);
    },
  };
}

test("a client adds a card at the link, in words that are recorded, and either side removes it", async () => {
  const { app, admin, visitor, id, ask, add, page, desk, texts, stripe } = await cardDesk();
  saveSettings(app, admin.actor, { noShowFee: "share", noShowFeePercent: 40 });
  const token = await ask();
  expect((await desk()).body).toMatchObject({
    card: null,
    request: { expiresAt: expect.any(String) },
  });
  const before = (await page(token)).body;
  expect(before).toMatchObject({
    status: "open",
    firstName: "Anne-Marie",
    fee: "40% of the price",
  });
  expect(before.policy).toBe(
    "I agree that Glow may keep my card on file and charge it for a visit when I tell them to, and charge it 40% of the price if I miss an appointment or cancel less than 24 hours before it starts. I can remove my card at any time.",
  );
  // Nothing but the first name and the policy.
  expect(JSON.stringify(before)).not.toMatch(/Łuczak|2025550111/);
  await add(token);
  expect((await desk()).body).toMatchObject({
    card: { brand: "Visa", last4: "4242", expMonth: 12, expired: false },
    request: null,
  });
  expect((await page(token)).body).toMatchObject({ status: "added", card: { last4: "4242" } });
  expect(texts().map(({ purpose }) => purpose)).toEqual(["invite", "confirmation"]);
  const agreement = app.db
    .query<Record<string, unknown>, []>(
      "select signer_name, wording, contact_id from card_agreements",
    )
    .get();
  expect(agreement).toEqual({
    signer_name: "Anne-Marie O’Neil-Łuczak (Mrs.)",
    wording: before.policy,
    contact_id: id,
  });
  // Only brand, last four and expiry are stored.
  expect(Object.keys(app.db.query("select * from cards").get() ?? {})).not.toContain("number");

  expect((await visitor("DELETE", `/api/card/${token}`)).body).toMatchObject({
    status: "removed",
    card: null,
  });
  expect((await desk()).body.card).toBeNull();
  expect([...stripe.book.methods.values()].map(({ customer }) => customer)).toEqual([null]);
  expect((await visitor("DELETE", `/api/card/${token}`)).status).toBe(409);

  await add(await ask());
  expect((await admin.request("DELETE", `/api/contacts/${id}/card`)).body.card).toBeNull();
  expect((await admin.request("DELETE", `/api/contacts/${id}/card`)).status).toBe(409);
  expect([stripe.unexpected, stripe.bugs]).toEqual([[], []]);
});

test("a link that was sent to a wrong number ends when the number is corrected", async () => {
  const { admin, id, ask, add, page, desk, agree } = await cardDesk();
  const strangers = await ask();
  await admin.request("PATCH", `/api/contacts/${id}`, { phoneNumber: "+12025550199" });
  expect((await page(strangers)).body).toMatchObject({ status: "expired", card: null });
  expect((await agree(strangers)).status).toBe(409);
  expect((await desk()).body.request).toBeNull();
  const own = await ask();
  expect(own).not.toBe(strangers);
  await add(own);
  expect((await page(strangers)).body).toMatchObject({ status: "expired", card: null });
  // The link of a card on file goes on, because it removes that card.
  await admin.request("PATCH", `/api/contacts/${id}`, { phoneNumber: "+12025550198" });
  expect((await page(own)).body).toMatchObject({ status: "added" });
});

test("a card replaces the earlier one, whose number Stripe forgets", async () => {
  const { ask, add, stripe, app } = await cardDesk();
  await add(await ask());
  await add(await ask());
  expect([...stripe.book.methods.values()].map(({ customer }) => customer === null)).toEqual([
    true,
    false,
  ]);
  // The same customer at Stripe.
  expect(stripe.book.customers.size).toBe(1);
  expect(app.db.query("select count(*) as n from cards where removed_at is null").get()).toEqual({
    n: 1,
  });
});

test("a lost event is made up for by the page or the job, and a late one changes nothing", async () => {
  const { ask, agree, page, desk, stripe, tell, app } = await cardDesk();
  const first = await ask();
  stripe.complete((await agree(first)).body.checkoutUrl.split("/").at(-1));
  expect((await page(first)).body.status).toBe("added");
  await tell(2);
  const second = await ask();
  stripe.complete((await agree(second)).body.checkoutUrl.split("/").at(-1));
  await keepCards(app);
  await keepCards(app);
  expect((await desk()).body.card.last4).toBe("4242");
  expect(app.db.query("select count(*) as n from cards").get()).toEqual({ n: 2 });
});

test("pressing Add Card twice opens one page, and an answer that is lost is no second customer", async () => {
  const { ask, agree, stripe } = await cardDesk();
  const token = await ask();
  stripe.loseAnswers(1);
  expect((await agree(token)).status).toBe(200);
  const [one, other] = await Promise.all([agree(token), agree(token)]);
  expect(one.body.checkoutUrl).toBe(other.body.checkoutUrl);
  expect([stripe.book.customers.size, stripe.book.sessions.size]).toEqual([1, 1]);
});

test.each([
  ["without the box", { agreed: false, version: "x" }, 400],
  ["with other words than were shown", { agreed: true, version: "x" }, 409],
])("a card can't be added %s", async (_, body, status) => {
  const { ask, visitor, stripe } = await cardDesk();
  const token = await ask();
  expect((await visitor("POST", `/api/card/${token}`, body)).status).toBe(status);
  expect(stripe.book.sessions.size).toBe(0);
});

test("a link ends after a week, and a forged one leads nowhere", async () => {
  const { ask, page, agree, clock } = await cardDesk();
  const token = await ask();
  for (const forged of [`${token}x`, token.replace(/^\d+/, "77"), "1", "constructor"])
    expect((await page(forged)).status).toBe(404);
  clock.now += 7 * DAY + 1;
  expect((await page(token)).body.status).toBe("expired");
  expect((await agree(token)).status).toBe(409);
});

test("no link is texted to a client who opted out, or while Stripe isn't set up", async () => {
  const { admin, app, id } = await cardDesk();
  const ask = () => admin.request("POST", `/api/contacts/${id}/card/request`);
  await admin.request("POST", `/api/contacts/${id}/opt-out`);
  expect((await ask()).status).toBe(403);
  saveSettings(app, admin.actor, { stripeSecretKey: "" });
  expect((await ask()).status).toBe(409);
});

test("a card that expires this month is announced once, with a new link", async () => {
  const { ask, add, texts, clock, app } = await cardDesk();
  await add(await ask());
  const count = texts().length;
  await keepCards(app);
  expect(texts()).toHaveLength(count);
  clock.now = Date.parse("2028-12-02T16:00:00Z");
  await keepCards(app);
  await keepCards(app);
  expect(
    texts()
      .slice(count)
      .map(({ body }) => body),
  ).toEqual([
    expect.stringMatching(
      /^Glow: Your Visa ending in 4242 on file expires soon\. Add another one: http/,
    ),
  ]);
});

test("an erased client's card is forgotten here and at Stripe, and what they agreed to stays", async () => {
  const { ask, add, admin, id, app, page, stripe } = await cardDesk();
  const token = await ask();
  await add(token);
  const erased = await admin.request("POST", `/api/contacts/${id}/erase`, {
    name: "Anne-Marie O’Neil-Łuczak (Mrs.)",
  });
  expect(erased.status).toBe(204);
  await detachCards(app);
  expect(app.db.query("select contact_id, last4 from cards").get()).toEqual({
    contact_id: null,
    last4: "",
  });
  expect([...stripe.book.methods.values()].map(({ customer }) => customer)).toEqual([null]);
  expect((await page(token)).status).toBe(404);
  expect(app.db.query("select contact_id from card_agreements").get()).toEqual({
    contact_id: null,
  });
});

test("a merge brings the card along", async () => {
  const { ask, add, admin, id, app } = await cardDesk();
  await add(await ask());
  const { body: other } = await admin.request("POST", "/api/contacts", {
    name: "Anne-Marie ONeil",
    phoneNumber: "+12025550188",
  });
  const merged = await admin.request("POST", `/api/contacts/${other.id}/merge`, {
    otherId: id,
    name: "Anne-Marie ONeil",
    phoneNumber: "+12025550188",
    email: null,
  });
  expect([merged.status, merged.body]).toEqual([200, expect.anything()]);
  const card = () => admin.request("GET", `/api/contacts/${other.id}/card`);
  expect((await card()).body.card.last4).toBe("4242");
  await admin.request("DELETE", `/api/contacts/${other.id}/merge`);
  expect((await card()).body.card).toBeNull();
  await completeMerges(app);
});

test.each([
  ["none", {}, null],
  ["fixed", { noShowFeeAmount: "25" }, 2500],
  ["fixed", { noShowFeeAmount: "500.00" }, 12_000],
  ["share", { noShowFeePercent: 40 }, 4800],
  ["invented", {}, null],
])("the fee %s of a visit of $120 with %o is %o cents", (noShowFee, settings, cents) => {
  const { app, admin } = billingStand();
  saveSettings(app, admin.actor, { ...settings, noShowFee } as never);
  expect(feeCentsOf(feeTerms(app), 12_000)).toBe(cents);
});

test("the policy names the amount of a visit, and no fee where there is none", () => {
  const { app, admin } = billingStand();
  expect(renderPolicy(app)).toBe(
    "I agree that Glow may keep my card on file and charge it for a visit when I tell them to. I can remove my card at any time.",
  );
  saveSettings(app, admin.actor, { noShowFee: "share", noShowFeePercent: 40 });
  expect(renderPolicy(app, 21_500)).toContain(
    "charge it $86.00 (40% of the price) if I miss my appointment",
  );
});

test("a client who goes back and agrees to other words has agreed to those", async () => {
  const { app, admin, ask, agree, page, stripe, tell, desk } = await cardDesk();
  saveSettings(app, admin.actor, { noShowFee: "fixed", noShowFeeAmount: "50.00" });
  const token = await ask();
  const first = (await agree(token)).body.checkoutUrl;
  saveSettings(app, admin.actor, { noShowFeeAmount: "10.00" });
  expect((await agree(token)).body.checkoutUrl).toBe(first);
  // The same words again are no other agreement.
  await agree(token);
  stripe.complete(first.split("/").at(-1));
  await tell(2);
  expect((await desk()).body.card.last4).toBe("4242");
  const agreed = app.db.query("select fee_cents from card_agreements order by id").values().flat();
  expect(agreed).toEqual([5000, 1000]);
  expect(
    app.db.query("select fee_cents from cards join card_agreements a on a.id = agreement_id").get(),
  ).toEqual({ fee_cents: 1000 });
  // Later settings don't change what the client's page says they agreed to.
  saveSettings(app, admin.actor, { noShowFeeAmount: "99.00" });
  expect((await page(token)).body.policy).toContain("$10.00");
});

test("a card that Stripe doesn't forget stays to be forgotten, and one that it has is done", async () => {
  const { app, admin, id, ask, add, stripe } = await cardDesk();
  await add(await ask());
  const detached = () => app.db.query("select detached_at from cards").values().flat();
  saveSettings(app, admin.actor, { stripeSecretKey: "sk_test_of_another_account" });
  await admin.request("DELETE", `/api/contacts/${id}/card`);
  expect(detached()).toEqual([null]);
  saveSettings(app, admin.actor, { stripeSecretKey: STRIPE_KEY });
  // The owner removed it in Stripe's dashboard.
  for (const method of stripe.book.methods.values()) method.customer = null;
  await detachCards(app);
  expect(detached()).toEqual([expect.any(Number)]);
});

test("a brand that isn't listed is a card", () => {
  expect(formatCard({ brand: "constructor", last4: "1881" })).toBe("card ending in 1881");
});
