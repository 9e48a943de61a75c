import { whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { handleStripeEvent } from "#src/billing/stripe/reconcile.ts";
import { receiveText } from "#src/messaging/inbox/inbound.ts";
import { recordReceipt } from "#src/messaging/outbox/receipts.ts";

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
