import { type BillingStand, billingStand } from "#tests/billing/ledger/stand.ts";
import { type ClientBrowser, clientBrowser, lastCode } from "./client-browser.ts";

const PLAN = {
  name: "Laser series",
  description: "Six sessions",
  principalAmount: "100.00",
  feePercentage: "0",
  installmentCount: 3,
  installmentInterval: "month",
  agreementText: "# Agreement\nYou pay in three parts.",
};

export interface FinancingStand extends BillingStand {
  readonly newPlan: (change?: object) => Promise<{ id: string; updatedAt: string }>;
  /** Confirms the phone by code, so that the browser may sign. Returns the code. */
  readonly prove: (browser: ClientBrowser, phone: string) => Promise<string>;
  readonly sign: (
    browser: ClientBrowser,
    phone: string,
    planId: string,
    change?: object,
  ) => ReturnType<ClientBrowser["post"]>;
  /** Completes the sign-up and pays. Returns the checkout's id. */
  readonly buy: (phone: string, planId: string) => Promise<string>;
  readonly login: (phone: string) => Promise<ClientBrowser>;
}

let visits = 0;

/** A salon with Stripe and its texts, and clients with browsers. */
export function financingStand(): FinancingStand {
  const parlor = billingStand();
  const { app, admin, hono, clock, stripe } = parlor;

  const newPlan = async (change = {}) =>
    (await admin.request("POST", "/api/payment-plans", { ...PLAN, ...change })).body;

  async function prove(browser: ClientBrowser, phoneNumber: string): Promise<string> {
    await browser.post("/api/payment-plan-subscriptions/verify-phone", { phoneNumber });
    const code = lastCode(app);
    await browser.post("/api/payment-plan-subscriptions/verify-code", { phoneNumber, code });
    return code;
  }

  async function sign(
    browser: ClientBrowser,
    phoneNumber: string,
    paymentPlanId: string,
    change = {},
  ) {
    const verificationCode = await prove(browser, phoneNumber);
    return browser.post("/api/payment-plan-subscriptions/store-signature", {
      phoneNumber,
      verificationCode,
      paymentPlanId,
      signatureData: "Ada Lovelace",
      signatureType: "text",
      signerName: "Ada Lovelace",
      fullName: "Ada Lovelace",
      email: "ada@example.com",
      ...change,
    });
  }

  function browserOf(): ClientBrowser {
    visits += 1;
    // Each from another address: caps per address are not what is tested.
    return clientBrowser(hono, `198.51.${(visits >> 8) & 255}.${visits & 255}`);
  }

  return {
    ...parlor,
    newPlan,
    prove,
    sign,
    async buy(phone, planId) {
      const browser = browserOf();
      const { contactId } = (await sign(browser, phone, planId)).body;
      await browser.post("/api/payment-plan-subscriptions/create-checkout", {
        paymentPlanId: planId,
        contactId,
      });
      const [sessionId = ""] = [...stripe.book.sessions.keys()].slice(-1);
      stripe.complete(sessionId);
      await browser.post("/api/financing/confirm-checkout", { sessionId });
      return sessionId;
    },
    async login(phoneNumber) {
      clock.now += 16 * 60_000;
      const browser = browserOf();
      await browser.post("/api/financing/send-verification", { phoneNumber });
      await browser.post("/api/financing/verify-login", { phoneNumber, code: lastCode(app) });
      return browser;
    },
  };
}
