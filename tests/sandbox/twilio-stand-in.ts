import { type Params, type SignedForm, signForm } from "./signature.ts";
import {
  type Carrier,
  changeSettings,
  createCarrier,
  resetCarrier,
  type TwilioStandInOptions,
} from "./twilio-carrier.ts";
import { answerControl } from "./twilio-controls.ts";
import { acceptedTexts, type Counts, count, type LoggedText } from "./twilio-counts.ts";
import { answerRequest } from "./twilio-front.ts";
import { type InboundResult, receiveText } from "./twilio-inbound.ts";
import type { FetchedMedia } from "./twilio-media.ts";
import { outboxIdle } from "./twilio-outbox.ts";
import type { Control, InboundText } from "./twilio-shapes.ts";

/** Twilio on a loopback address, for TWILIO_API_BASE and TWILIO_LOOKUPS_BASE alike. */
export interface TwilioStandIn {
  /** Without a slash at the end. */
  readonly url: string;
  readonly accountSid: string;
  readonly authToken: string;
  /** What the product asked that Twilio does not know: expect it to be empty. */
  readonly unexpected: readonly string[];
  /** Where the stand-in itself broke the contract: expect it to be empty too. */
  readonly bugs: readonly string[];
  /** Texts accepted from the product, oldest first. */
  log(): LoggedText[];
  counts(): Counts;
  /** What the product's MediaUrls answered when they were fetched. */
  media(): readonly FetchedMedia[];
  /** A client texts the business; rejects when nobody answers at the webhook. */
  inbound(text: InboundText): Promise<InboundResult>;
  control(change: Control): void;
  /** Forgets all but its sids, which are never given twice. */
  reset(): void;
  /** A post with a true signature, to replay or to forge from. */
  signedForm(address: string, params: Params): SignedForm;
  /** Resolves once every callback has been posted. */
  callbacksDone(): Promise<void>;
  stop(): Promise<void>;
}

export async function startTwilioStandIn(
  options: TwilioStandInOptions = {},
): Promise<TwilioStandIn> {
  const carrier = createCarrier(options);
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: options.port ?? 0,
    development: false,
    // Callers decide how long they wait: slow answers are part of the play.
    idleTimeout: 255,
    fetch: (request) => route(request),
  });
  const url = server.url.origin;
  const standIn = controlsOf(carrier, url, () => server.stop(true));
  return standIn;

  function route(request: Request): Promise<Response> {
    const start = request.url.indexOf("/", "http://".length);
    const path = request.url.slice(start);
    if (path.startsWith("/_")) return answerControl(standIn, request, path);
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
