import { type BillingStand, billingStand } from "#tests/billing/ledger/stand.ts";
import { type Person, type Reply, requestWith } from "#tests/support/test-app.ts";
import { confirmedCode } from "./codes.ts";

const NEW_MEMBERSHIP = {
  name: "Glow Club",
  description: "One facial a month",
  price: "49.00",
  billingFrequency: "month",
  agreementText: "# Glow Club\n\nThe membership costs $49.00 per month.",
};

export function signUpBody(membershipId: string, change: object = {}) {
  return {
    contactName: "Ada Lovelace",
    contactPhone: "(202) 555-0111",
    contactEmail: "ada@example.com",
    membershipId,
    signatureData: "Ada Lovelace",
    signatureType: "text",
    signerName: "Ada Lovelace",
    ...change,
  };
}

export interface MembersStand extends BillingStand {
  readonly membershipId: string;
  /** Signs and pays as a client does. */
  readonly join: (change?: object) => Promise<void>;
  /** Signs in by the code that was texted. */
  readonly member: (phone: string) => Promise<Person["request"]>;
}

/** A salon that sells one membership. */
export async function membersStand(): Promise<MembersStand> {
  const parlor = billingStand();
  const { admin, visitor, hono, stripe } = parlor;
  const { body } = await admin.request("POST", "/api/memberships", NEW_MEMBERSHIP);
  return {
    ...parlor,
    membershipId: body.id,
    async join(change = {}) {
      const answer = await visitor(
        "POST",
        "/api/stripe/create-checkout-session",
        signUpBody(body.id, change),
      );
      const sessionId = sessionIn(answer.body.url);
      stripe.complete(sessionId);
      const cookie = cookieOf(answer);
      await visitor("POST", "/api/membership/settle-checkout", { sessionId }, { cookie });
    },
    async member(phone) {
      await visitor("POST", "/api/membership/request-code", { phoneNumber: phone });
      const code = confirmedCode(parlor, phone);
      const answer = await visitor("POST", "/api/membership/verify-code", {
        phoneNumber: phone,
        code,
      });
      return requestWith(hono, answer.headers.get("set-cookie")?.split(";")[0] ?? "");
    },
  };
}

/** The cookie that ties the checkout to the browser. */
export function cookieOf({ headers }: Reply): string {
  return headers.get("set-cookie")?.split(";")[0] ?? "";
}

export function sessionIn(url: string): string {
  return url.split("/").at(-1) ?? "";
}
