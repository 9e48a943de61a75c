import { signForm } from "./signature.ts";
import {
  type Carrier,
  changeSettings,
  createCarrier,
  resetCarrier,
  type TwilioStandInOptions,
} from "./twilio-carrier.ts";
import { answerControl, type TwilioStandIn } from "./twilio-controls.ts";
import { acceptedTexts, count, receivedTexts } from "./twilio-counts.ts";
import { answerRequest } from "./twilio-front.ts";
import { receiveText } from "./twilio-inbound.ts";
import { outboxIdle } from "./twilio-outbox.ts";

/** Twilio on a loopback address, for TWILIO_API_BASE and TWILIO_LOOKUPS_BASE alike. */
export async function startTwilioStandIn(
  options: TwilioStandInOptions = {},
): Promise<TwilioStandIn> {
  const carrier = createCarrier(options);
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: options.port ?? 0,
    development: false,
    // Clients set their own timeouts, because slow replies are part of the simulation.
    idleTimeout: 255,
    fetch: (request) => route(request),
  });
  const url = server.url.origin;
  const standIn = controlsOf(carrier, url, () => server.stop(true));
  return standIn;

  function route(request: Request): Promise<Response> {
    const start = request.url.indexOf("/", "http://".length);
    const path = request.url.slice(start);
    if (path.startsWith("/_")) return answerControl(standIn, request);
    return answerRequest(carrier, request, path);
  }
}

function controlsOf(carrier: Carrier, url: string, stop: () => Promise<void>): TwilioStandIn {
  const mediaBase = `${url}/2010-04-01/Accounts/${carrier.accountSid}/Messages`;
  return {
    url,
    accountSid: carrier.accountSid,
    authToken: carrier.authToken,
    unexpected: carrier.unexpected,
    bugs: carrier.bugs,
    log: () => acceptedTexts(carrier),
    received: () => receivedTexts(carrier),
    counts: () => count(carrier),
    media: () => carrier.media,
    inbound: (text) => receiveText(carrier, text, mediaBase),
    control: (change) => changeSettings(carrier, change),
    reset: () => resetCarrier(carrier),
    signedForm: (address, params) => signForm(carrier.authToken, address, params),
    callbacksDone: () => outboxIdle(carrier.outbox),
    stop: async () => {
      carrier.outbox.closed = true;
      await stop();
    },
  };
}
