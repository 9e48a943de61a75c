import type { Config } from "#src/platform/config.ts";
import {
  type Carrier,
  type ListFilter,
  type Lookup,
  type OutgoingText,
  type ProviderMessage,
  ProviderUnreachable,
  type SendOutcome,
} from "#src/platform/providers/carrier.ts";
import { type Check, checkFailed, checkPassed } from "#src/platform/providers/check.ts";
import type { TwilioCredentials } from "./credentials.ts";
import { fetchClient, NotProcessed } from "./http.ts";
import { downloadMedia } from "./media-download.ts";
import { readRegistration } from "./registration.ts";
import { readSenderNumber, toProviderStatus } from "./text-webhook.ts";

type Sdk = typeof import("twilio");
type Client = InstanceType<Sdk["Twilio"]>;
type Listed = Awaited<ReturnType<Client["messages"]["list"]>>[number];

export interface TwilioConnection extends Carrier {
  /** Points the number's webhooks at these addresses. */
  readonly setInboundAddresses: (to: InboundAddresses) => Promise<Check>;
}

interface InboundAddresses {
  readonly text: string;
  readonly call: string;
  readonly callStatus: string;
}

const PAGE = 1000;
/** Files per text. */
const MAX_MEDIA = 10;
/** Seconds that Twilio keeps a text at most. */
const MAX_VALIDITY = 36_000;
const BUSY_PAUSE_MS = 2_000;
const UNREACHABLE_PAUSE_MS = 5_000;

/** Connects with the official SDK over our fetch client. It is loaded on first use, because it takes at least 80 ms and 30 MB. */
export async function connectTwilio(
  config: Config,
  credentials: TwilioCredentials,
): Promise<TwilioConnection> {
  const { default: twilio, RestException } = await import("twilio");
  const { accountSid, authToken, phoneNumber, messagingServiceSid } = credentials;
  const client = twilio(accountSid, authToken, { httpClient: fetchClient(config) });
  const sender = messagingServiceSid ? { messagingServiceSid } : { from: phoneNumber };

  async function send({
    to,
    body,
    mediaUrls = [],
    statusCallback,
    validSeconds,
  }: OutgoingText): Promise<SendOutcome> {
    try {
      const sent = await client.messages.create({
        to,
        ...(body !== "" && { body }),
        ...(mediaUrls.length > 0 && { mediaUrl: [...mediaUrls] }),
        ...sender,
        ...(statusCallback && { statusCallback }),
        ...(validSeconds !== undefined && { validityPeriod: Math.min(validSeconds, MAX_VALIDITY) }),
      });
      return {
        kind: "accepted",
        providerId: sent.sid,
        segments: Number(sent.numSegments) || undefined,
      };
    } catch (error) {
      return toOutcome(error, RestException);
    }
  }

  async function* pages({ to, from, since, limit, page: at }: ListFilter & { page?: string }) {
    const filter = { ...(to !== undefined && { to }), ...(from !== undefined && { from }) };
    let left = limit;
    let page = await rethrowUnreachable(() =>
      at === undefined
        ? client.messages.page({ ...filter, pageSize: Math.min(PAGE, limit) })
        : client.messages.getPage(at),
    );
    for (;;) {
      const listed = page.instances.map(toMessage);
      const messages = listed.filter((message) => message.createdAt >= since).slice(0, left);
      left -= messages.length;
      const { nextPageUrl } = page;
      const next = messages.length < listed.length || left <= 0 ? undefined : nextPageUrl;
      yield { messages, next };
      if (!next) return;
      page = await rethrowUnreachable(() => client.messages.getPage(next));
    }
  }

  async function list(by: ListFilter): Promise<ProviderMessage[]> {
    const all = await Array.fromAsync(pages(by));
    return all.flatMap(({ messages }) => messages);
  }

  async function mediaOf(providerId: string): Promise<string[]> {
    const listed = await rethrowUnreachable(() =>
      client.messages(providerId).media.list({ limit: MAX_MEDIA }),
    );
    return listed.map(({ uri }) => `${config.twilioApiBase}${uri.replace(/\.json$/, "")}`);
  }

  async function lookUp(phone: string, lineType: boolean): Promise<Lookup> {
    try {
      const found = await client.lookups.v2
        .phoneNumbers(phone)
        .fetch(lineType ? { fields: "line_type_intelligence" } : {});
      const line = found.lineTypeIntelligence as { type?: string | null } | null;
      return { kind: "known", valid: found.valid, lineType: line?.type ?? null };
    } catch {
      return { kind: "failed" };
    }
  }

  async function check(): Promise<Check> {
    try {
      const account = await client.api.v2010.accounts(accountSid).fetch();
      if (account.status !== "active")
        return checkFailed(`Twilio says the account is ${account.status}.`);
      const [number] = await client.incomingPhoneNumbers.list({ phoneNumber, limit: 1 });
      return number
        ? checkPassed("Connected: Twilio knows the account and the number.")
        : checkFailed(`The account "${account.friendlyName}" doesn't own ${phoneNumber}.`);
    } catch (error) {
      return checkFailed(errorMessage(error), isUnanswered(error));
    }
  }

  async function setInboundAddresses(to: InboundAddresses): Promise<Check> {
    try {
      const [number] = await client.incomingPhoneNumbers.list({ phoneNumber, limit: 1 });
      if (!number) return checkFailed(`The account doesn't own ${phoneNumber}.`);
      await client.incomingPhoneNumbers(number.sid).update({
        smsUrl: to.text,
        smsMethod: "POST",
        voiceUrl: to.call,
        voiceMethod: "POST",
        statusCallback: to.callStatus,
        statusCallbackMethod: "POST",
      });
      return checkPassed(`Texts and calls to ${phoneNumber} now come here.`);
    } catch (error) {
      return checkFailed(errorMessage(error));
    }
  }

  return {
    from: phoneNumber,
    send,
    list,
    pages,
    fetchMedia: (source) =>
      downloadMedia(config, source, {
        origin: new URL(config.twilioApiBase).origin,
        authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}`,
      }),
    mediaOf,
    lookUp,
    check,
    setInboundAddresses,
    readRegistration: () => rethrowUnreachable(() => readRegistration(client, credentials)),
  };
}

/** Only 429 and a refused connection are certainly not processed; after any other failure the text may have been sent. */
function toOutcome(error: unknown, RestException: Sdk["RestException"]): SendOutcome {
  if (error instanceof NotProcessed)
    return {
      kind: "busy",
      pauseMs: UNREACHABLE_PAUSE_MS,
      reason: "Twilio can't be reached",
      unreachable: true,
    };
  if (!(error instanceof RestException))
    return { kind: "in-doubt", reason: error instanceof Error ? error.name : "no answer" };
  if (error.status === 429)
    return { kind: "busy", pauseMs: BUSY_PAUSE_MS, reason: "Twilio asked us to slow down" };
  if (error.status >= 500) return { kind: "in-doubt", reason: `Twilio answered ${error.status}` };
  return { kind: "refused", code: error.code ?? null, reason: error.message };
}

async function rethrowUnreachable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new ProviderUnreachable(errorMessage(error), { cause: error });
  }
}

function isUnanswered(error: unknown): boolean {
  const { status } = error as { status?: number };
  return status === undefined || status >= 500;
}

function errorMessage(error: unknown): string {
  const { status, message } = error as { status?: number; message?: string };
  if (status === 401)
    return "Twilio refused the sign-in: check the Account SID and the auth token.";
  if (error instanceof NotProcessed || status === undefined)
    return "Twilio can't be reached right now.";
  return `Twilio answered: ${message ?? status}`;
}

function toMessage(message: Listed): ProviderMessage {
  const inbound = message.direction === "inbound";
  return {
    providerId: message.sid,
    direction: inbound ? "inbound" : "outbound",
    from: readSenderNumber(message.from ?? "") ?? "",
    to: message.to,
    body: message.body,
    mediaCount: Number(message.numMedia) || 0,
    status: inbound ? "received" : toProviderStatus(message.status),
    errorCode: message.errorCode ?? null,
    createdAt: (message.dateCreated ?? message.dateUpdated ?? new Date(0)).getTime(),
    price: message.price === null ? null : Math.round(Math.abs(Number(message.price)) * 1_000_000),
  };
}
