import { whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { handleStripeEvent } from "#src/billing/stripe/reconcile.ts";
import { receiveText } from "#src/messaging/inbox/inbound.ts";
import { recordReceipt } from "#src/messaging/outbox/receipts.ts";
import { defineModule, visitor } from "#src/platform/http/routes.ts";
import { findSignedInStaff } from "#src/platform/http/sessions.ts";
import type { SimulatedCarrier } from "#src/platform/providers/simulated/carrier.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { seesClients } from "#src/shared/permissions.ts";
import { type DemoText, demoPhone, MAX_DEMO_TEXTS } from "./contract.ts";

/** The texts on the clients' phones, which every page of the demo shows. */
export const demoPhoneModule = defineModule(demoPhone, {
  texts: visitor(({ app, session, caller }) => {
    // Visitors play the clients. Staff who may not see clients get no texts.
    const staff = findSignedInStaff(app, session, caller);
    return staff && !seesClients(staff) ? [] : listTexts(app);
  }),
  reply: visitor(({ app, body }) => carrierOf(app).receive(body.phone, body.body)),
});

async function listTexts(app: App): Promise<DemoText[]> {
  const messages = await carrierOf(app).list({ since: 0, limit: MAX_DEMO_TEXTS });
  return messages.map(({ providerId, direction, from, to, body, createdAt }) => ({
    id: providerId,
    phone: direction === "inbound" ? from : to,
    fromClient: direction === "inbound",
    body,
    at: toIso(createdAt),
  }));
}

function carrierOf(app: App): SimulatedCarrier {
  if (!app.providers.simulated) throw new Error("the demo has no simulated carrier");
  return app.providers.simulated;
}

/** Passes what simulated providers report to the app, as webhooks do for real ones. */
export function connectSimulated(app: App): void {
  const { simulated, simulatedPayments } = app.providers;
  const handle = (work: () => unknown) => {
    whenFree(work).catch((error: unknown) =>
      app.log("error", "a simulated event was lost", { error }),
    );
  };
  simulated?.connect({
    receipt: (receipt) => handle(() => recordReceipt(app, { ...receipt, rowId: undefined })),
    reply: (text) =>
      handle(() => receiveText(app, { ...text, at: app.now(), carrierAnswered: false })),
  });
  simulatedPayments?.connect((event) => handle(() => handleStripeEvent(app, event)));
}
