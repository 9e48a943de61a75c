import type { App } from "#src/app.ts";
import { defineModule, visitor } from "#src/platform/http/routes.ts";
import { findSignedInStaff } from "#src/platform/http/sessions.ts";
import type { SimulatedCarrier } from "#src/platform/providers/simulated/carrier.ts";
import { seesClients } from "#src/shared/permissions.ts";
import { type DemoText, demoPhone, MAX_DEMO_TEXTS } from "./contract.ts";

/** The texts on the clients' phones, shown beside every page of the demo. */
export const demoPhoneModule = defineModule(demoPhone, {
  texts: visitor(({ app, session, caller }) => {
    // A visitor plays the client; restricted staff would read whom they may not see.
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
    at: new Date(createdAt).toISOString(),
  }));
}

function carrierOf(app: App): SimulatedCarrier {
  if (!app.providers.simulated) throw new Error("the demo has no simulated carrier");
  return app.providers.simulated;
}
