import { whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { receiveText } from "#src/messaging/inbox/inbound.ts";
import { recordReceipt } from "#src/messaging/outbox/receipts.ts";
import type { SimulatedCarrier } from "#src/platform/providers/simulated/carrier.ts";

/** Passes receipts and replies to the app, as webhooks do for a real carrier. */
export function connectSimulatedCarrier(app: App, carrier: SimulatedCarrier): void {
  const handle = (work: () => void) => {
    whenFree(work).catch((error: unknown) =>
      app.log("error", "a simulated text was lost", { error }),
    );
  };
  carrier.connect({
    receipt: (receipt) => handle(() => recordReceipt(app, { ...receipt, rowId: undefined })),
    reply: (text) =>
      handle(() => receiveText(app, { ...text, at: app.now(), carrierAnswered: false })),
  });
}
