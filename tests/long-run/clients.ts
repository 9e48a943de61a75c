import type { Driver } from "./driver.ts";
import { CLIENTS, phoneOf, SALON_NUMBER, type Salon, WEBHOOK_SECRET } from "./salon.ts";
import { Visitor } from "./visitor.ts";

const WORDS = ["C", "X", "Yes", "No", "Is Thursday free?", "Thank you!", "Can I come later?", "👍"];
const DAY_MS = 86_400_000;

/** What clients do: they answer, book, wait, join, pay and let cards expire. */
export async function actAsClients(driver: Driver, salon: Salon): Promise<void> {
  const { pick, one, repeat } = driver;
  const { twilio, stripe, clock } = salon;
  let addresses = 0;
  const newVisitor = () => {
    addresses += 1;
    const address = `100.64.${(addresses >> 8) & 255}.${addresses & 255}`;
    return new Visitor(driver, salon.parlor.url, address);
  };
  const dayAfter = (days: number) =>
    new Date(clock.now() + days * DAY_MS).toISOString().slice(0, 10);
  const say = (from: string, body: string) => twilio.inbound({ from, to: SALON_NUMBER, body });

  /** Waits for the code that was texted to this number since then. */
  async function codeOf(phone: string, since: number): Promise<string> {
    for (let tries = 0; tries < 30; tries += 1) {
      await Bun.sleep(100);
      const texts = (await twilio.log()).filter(({ to, at }) => to === phone && at >= since);
      const code = texts.map(({ body }) => /\b\d{6}\b/.exec(body)?.[0]).findLast(Boolean);
      if (code) return code;
    }
    return "";
  }

  /** Books a free time, or undefined. The visitor's phone is confirmed. */
  async function confirmPhone(visitor: Visitor, phoneNumber: string): Promise<boolean> {
    const since = clock.now() - 2_000;
    if ((await visitor.ask("POST", "/api/booking/send-code", { phoneNumber })).status >= 400)
      return false;
    const code = await codeOf(phoneNumber, since);
    if (code === "") return false;
    return (
      (await visitor.ask("POST", "/api/booking/verify-code", { phoneNumber, code })).status < 300
    );
  }

  await Promise.all([
    repeat("reply", 700, async () => {
      const texts = (await twilio.log()).slice(-60);
      const text = one(texts.filter(({ to }) => to.startsWith("+1212")));
      if (text) await say(text.to, one(WORDS) ?? "C");
    }),
    // The last tenth of the clients opts out and in.
    repeat("stop", 4_000, async () => {
      const phone = phoneOf(CLIENTS - 60 + pick(60));
      await say(phone, one(["STOP", "Stop", "unsubscribe", "START", "HELP"]) ?? "STOP");
    }),
    repeat("online booking", 3_000, async () => {
      const visitor = newVisitor();
      const phone = phoneOf(pick(CLIENTS - 60));
      if (!(await confirmPhone(visitor, phone))) return;
      const serviceId = one(salon.serviceIds);
      const from = dayAfter(1 + pick(4));
      const times = await visitor.ask(
        "GET",
        `/api/booking/availability?serviceId=${serviceId}&from=${from}&to=${from}`,
      );
      const slot = one((times.body.slots ?? []) as { start: string }[]);
      const name = "Visiting Client";
      if (!slot || pick(6) === 0) {
        await visitor.ask("POST", "/api/booking/waitlist", { serviceId, from, to: from, name });
        return;
      }
      const booked = await visitor.ask("POST", "/api/booking", {
        serviceId,
        employeeId: null,
        start: slot.start,
        name,
        marketingConsent: pick(2) === 0,
      });
      if (booked.status !== 201) return;
      const token = new URL(booked.body.manageUrl).pathname.split("/").at(-1);
      if (booked.body.checkoutUrl) {
        if (pick(4) === 0) return;
        await stripe.complete(String(booked.body.checkoutUrl.split("/").at(-1)));
        await deliver();
      }
      await Bun.sleep(pick(3_000));
      const next = pick(4);
      if (next === 0) await visitor.ask("POST", `/api/booking/${token}/cancel`);
      else if (next === 1) {
        const other = one((times.body.slots ?? []) as { start: string }[]);
        await visitor.ask("POST", `/api/booking/${token}/reschedule`, { start: other?.start });
      }
    }),
    repeat("membership", 12_000, async () => {
      const visitor = newVisitor();
      const contactName = `Member ${pick(100_000)}`;
      const answer = await visitor.ask("POST", "/api/stripe/create-checkout-session", {
        contactName,
        contactPhone: phoneOf(pick(CLIENTS - 60)),
        contactEmail: `m${pick(100_000)}@example.com`,
        membershipId: salon.membershipId,
        signatureData: contactName,
        signatureType: "text",
        signerName: contactName,
      });
      if (answer.status >= 300) return;
      const sessionId = String(answer.body.url).split("/").at(-1) ?? "";
      await stripe.complete(sessionId);
      if (pick(2) === 0)
        await visitor.ask("POST", "/api/membership/settle-checkout", { sessionId });
      await deliver();
    }),
    repeat("payment plan", 20_000, async () => {
      const visitor = newVisitor();
      const phoneNumber = phoneOf(pick(CLIENTS - 60));
      const base = "/api/payment-plan-subscriptions";
      const since = clock.now() - 2_000;
      if ((await visitor.ask("POST", `${base}/verify-phone`, { phoneNumber })).status >= 300)
        return;
      const code = await codeOf(phoneNumber, since);
      await visitor.ask("POST", `${base}/verify-code`, { phoneNumber, code });
      const fullName = `Payer ${pick(100_000)}`;
      const signed = await visitor.ask("POST", `${base}/store-signature`, {
        phoneNumber,
        verificationCode: code,
        paymentPlanId: salon.planId,
        signatureData: fullName,
        signatureType: "text",
        signerName: fullName,
        fullName,
        email: `p${pick(100_000)}@example.com`,
      });
      if (signed.status >= 300) return;
      const checkout = await visitor.ask("POST", `${base}/create-checkout`, {
        paymentPlanId: salon.planId,
        contactId: signed.body.contactId,
      });
      if (checkout.status >= 300) return;
      const sessionId = String(checkout.body.sessionUrl).split("/").at(-1) ?? "";
      await stripe.complete(sessionId);
      await visitor.ask("POST", "/api/financing/confirm-checkout", { sessionId });
      await deliver();
    }),
    repeat("card", 15_000, async () => {
      const { customers } = await stripe.money();
      const customer = one(customers);
      if (customer) await stripe.happen(one(["decline", "accept"] as const) ?? "accept", customer);
    }),
    repeat("refund or dispute", 25_000, async () => {
      const { payments } = await stripe.money();
      const payment = one(payments.filter((each) => each.refunded === 0 && !each.disputed));
      if (payment) await stripe.happen(one(["refund", "dispute"] as const) ?? "refund", payment.id);
      await deliver();
    }),
    repeat("Stripe's day", 2_000, async () => {
      await stripe.until(clock.now());
      await deliver();
    }),
  ]);

  function deliver() {
    return stripe.deliver(`${salon.parlor.url}/api/stripe/webhook`, WEBHOOK_SECRET);
  }
}
