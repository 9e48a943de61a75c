import { expect, test } from "bun:test";
import {
  type MembersStand,
  membersStand,
  signUpBody,
} from "#tests/billing/checkout/members-stand.ts";
import { BASE, type Reply, testApp } from "#tests/support/test-app.ts";

const DOMAIN = "members.example.com";
const ORIGIN = `https://${DOMAIN}`;

/** A salon whose client pages have their own domain. */
async function domainStand(): Promise<MembersStand> {
  const stand = await membersStand();
  await stand.admin.request("POST", "/api/settings", {
    membershipDomainEnabled: true,
    membershipDomain: DOMAIN,
  });
  return stand;
}

/** Sends a request to the members' domain, as a browser that is on one of its pages. */
function onDomain({ visitor }: MembersStand, method: string, path: string, body?: unknown) {
  return visitor(method, path, body, {
    host: DOMAIN,
    origin: ORIGIN,
    "sec-fetch-site": "same-origin",
  });
}

/** The checkout that Stripe was asked to open. */
const lastCheckout = ({ stripe }: MembersStand) => [...stripe.book.sessions.values()].at(-1);

const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status);

test("clients can sign up and log in on the members' domain", async () => {
  const stand = await domainStand();
  const offer = await onDomain(stand, "GET", `/api/public/memberships/${stand.membershipId}`);
  expect(offer.body.name).toBe("Glow Club");
  const signUp = await onDomain(
    stand,
    "POST",
    "/api/stripe/create-checkout-session",
    signUpBody(stand.membershipId),
  );
  expect(signUp.status).toBe(200);
  const code = await onDomain(stand, "POST", "/api/membership/request-code", {
    phoneNumber: "(202) 555-0111",
  });
  expect(code.status).toBe(200);
});

test("Stripe returns clients to the members' domain", async () => {
  const stand = await domainStand();
  await onDomain(
    stand,
    "POST",
    "/api/stripe/create-checkout-session",
    signUpBody(stand.membershipId),
  );
  const checkout = lastCheckout(stand);
  expect(checkout?.success_url).toStartWith(`${ORIGIN}/membership/success`);
  expect(checkout?.cancel_url).toBe(`${ORIGIN}/membership/signup/${stand.membershipId}`);
});

test("no staff page or staff request is served on the members' domain, even to staff", async () => {
  const stand = await domainStand();
  const asAdmin = { host: DOMAIN, cookie: stand.admin.cookie };
  const requests = [
    ["GET", "/auth"],
    ["GET", "/contacts"],
    ["GET", "/settings"],
    ["GET", "/ready"],
    ["GET", "/metrics"],
    ["GET", "/api/user"],
    ["GET", "/api/contacts"],
    ["GET", "/api/events"],
    ["POST", "/api/login"],
    ["POST", "/api/webhooks/zapier/contact/create"],
    ["POST", "/api/twilio/webhook"],
  ] as const;
  const replies = await Promise.all(
    requests.map(([method, path]) => stand.visitor(method, path, undefined, asAdmin)),
  );
  expect(statuses(replies)).toEqual(requests.map(() => 404));
  expect(replies[0]?.body).toContain("find that page");
});

test("the members' domain opens with what the salon offers", async () => {
  const stand = await domainStand();
  const home = await onDomain(stand, "GET", "/");
  expect([home.status, home.headers.get("location")]).toEqual([302, "/membership"]);
  const page = await onDomain(stand, "GET", "/membership");
  expect(page.status).toBe(200);
  for (const part of ["Glow Club", "$49.00", `/membership/signup/${stand.membershipId}`])
    expect(page.body).toContain(part);
  expect((await onDomain(stand, "GET", "/up")).status).toBe(200);
});

test("only approved memberships are offered", async () => {
  const stand = await membersStand();
  const author = stand.person("user", ["/memberships"]);
  await author.request("POST", "/api/memberships", {
    name: "Not yet approved",
    description: "",
    price: "10.00",
    billingFrequency: "month",
    agreementText: "# Terms",
  });
  const { body } = await stand.visitor("GET", "/api/public/memberships");
  expect(body.map(({ name }: { name: string }) => name)).toEqual(["Glow Club"]);
});

test("each address accepts requests of its own pages only", async () => {
  const stand = await domainStand();
  const path = "/api/membership/request-code";
  const body = { phoneNumber: "(202) 555-0111" };
  const ask = (host: string, origin: string) => stand.visitor("POST", path, body, { host, origin });
  const replies = [
    await ask("salon.example.com", ORIGIN),
    await ask(DOMAIN, BASE),
    await ask(DOMAIN, "https://elsewhere.example.com"),
  ];
  expect(statuses(replies)).toEqual([403, 403, 403]);
});

test("a domain that is also the staff's address serves the staff", async () => {
  const stand = await membersStand();
  await stand.admin.request("POST", "/api/settings", {
    membershipDomainEnabled: true,
    membershipDomain: new URL(BASE).hostname,
  });
  const page = await stand.visitor("GET", "/auth", undefined, { host: new URL(BASE).host });
  expect(page.status).toBe(200);
});

test("without a public URL, the address in use is refused as the members' domain", async () => {
  const { admin } = testApp({ config: { publicUrl: undefined } });
  const save = (membershipDomain: string) =>
    admin.request("POST", "/api/settings", { membershipDomain }, { host: `${DOMAIN}:3000` });
  const refused = await save(DOMAIN);
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ["membershipDomain"]]);
  expect((await save("clients.example.com")).status).toBe(200);
});

test("client links use the public URL, whatever address webhooks use", async () => {
  const stand = await membersStand();
  await stand.admin.request("POST", "/api/settings", {
    webhookBaseUrl: "https://hooks.example.com",
  });
  await stand.visitor(
    "POST",
    "/api/stripe/create-checkout-session",
    signUpBody(stand.membershipId),
  );
  expect(lastCheckout(stand)?.success_url).toStartWith(`${BASE}/membership/success`);
});

test.each([`${DOMAIN}.`, `${DOMAIN}:`, `${DOMAIN}.:443`, `${DOMAIN.toUpperCase()}.:`])(
  "at %s there is nothing of the staff either",
  async (host) => {
    const { visitor } = await domainStand();
    for (const path of ["/auth", "/api/login", "/contacts"])
      expect((await visitor("GET", path, undefined, { host })).status).toBe(404);
    expect((await visitor("GET", "/up", undefined, { host })).status).toBe(200);
  },
);
