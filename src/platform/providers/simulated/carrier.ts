import type {
  Carrier,
  ListFilter,
  OutgoingText,
  ProviderMessage,
  SendOutcome,
} from "#src/platform/providers/carrier.ts";
import { LANDLINE, OPTED_OUT, UNREACHABLE } from "#src/platform/providers/twilio/error-codes.ts";

interface CarrierListener {
  readonly receipt: (receipt: {
    readonly providerId: string;
    readonly to: string;
    readonly status: "sent" | "delivered" | "undelivered";
    readonly errorCode: number | null;
  }) => void;
  readonly reply: (text: {
    readonly providerId: string;
    readonly from: string;
    readonly body: string;
  }) => void;
}

export interface SimulatedCarrier extends Carrier {
  /** Sets the listener for receipts and replies, which replaces a real carrier's webhooks. */
  readonly connect: (listener: CarrierListener) => void;
  /** A client's text, as typed on the demo's phone. */
  readonly receive: (from: string, body: string) => void;
}

const REPLIES = [
  "Yes please! Do you have anything on Thursday?",
  "Thank you, see you soon",
  "BOOK",
  "Can I bring my daughter along?",
  "How much is the hydrating one?",
  "Perfect, thank you both",
  "Running 10 min late, so sorry!",
  "STOP",
];

const CODE = /\b\d{6}\b/;
const ANSWER_MS = 60;
const LOOKUP_MS = 40;
const DELIVERY_MS = 1_500;
const REPLY_MS = 9_000;
const REPLY_ONE_IN = 12;
const MAX_STORED = 20_000;
/** The salon's. */
const NUMBER = "+15125550100";

/**
 * A carrier in this process, whose texts stay on this computer. The last digits of a number decide the
 * outcome (0001 opted out, 0003 unreachable, 0006 landline), and one in twelve clients replies, except where a visitor of the
 * demo plays the client.
 */
export function createSimulatedCarrier(): SimulatedCarrier {
  const messages: ProviderMessage[] = [];
  /** Numbers that asked for a code or wrote from the demo's phone. */
  const played = new Set<string>();
  let listener: CarrierListener | undefined;
  let count = 0;

  async function send({ to, body, mediaUrls = [] }: OutgoingText): Promise<SendOutcome> {
    await Bun.sleep(ANSWER_MS);
    if (to.endsWith("0001"))
      return {
        kind: "refused",
        code: OPTED_OUT,
        reason: "Attempt to send to unsubscribed recipient",
      };
    if (CODE.test(body)) played.add(to);
    const providerId = newSid();
    store({
      providerId,
      direction: "outbound",
      from: NUMBER,
      to,
      body,
      mediaCount: mediaUrls.length,
      status: "sent",
      errorCode: null,
      createdAt: Date.now(),
      price: 7_900,
    });
    deliver(providerId, to);
    return { kind: "accepted", providerId, segments: undefined };
  }

  function deliver(providerId: string, to: string): void {
    const errorCode = to.endsWith("0006") ? LANDLINE : to.endsWith("0003") ? UNREACHABLE : null;
    setTimeout(() => {
      listener?.receipt({
        providerId,
        to,
        status: errorCode ? "undelivered" : "delivered",
        errorCode,
      });
    }, DELIVERY_MS).unref();
    count += 1;
    if (errorCode === null && count % REPLY_ONE_IN === 0)
      setTimeout(() => sendReply(to), REPLY_MS).unref();
  }

  function sendReply(client: string): void {
    if (played.has(client)) return;
    deliverFrom(client, REPLIES[Math.floor(count / REPLY_ONE_IN) % REPLIES.length] ?? "Thank you");
  }

  function receive(client: string, body: string): void {
    played.add(client);
    deliverFrom(client, body);
  }

  function deliverFrom(client: string, body: string): void {
    const providerId = newSid();
    store({
      providerId,
      direction: "inbound",
      from: client,
      to: NUMBER,
      body,
      mediaCount: 0,
      status: "received",
      errorCode: null,
      createdAt: Date.now(),
      price: null,
    });
    listener?.reply({ providerId, from: client, body });
  }

  function store(message: ProviderMessage): void {
    messages.unshift(message);
    if (messages.length > MAX_STORED) messages.pop();
  }

  function find({ to, since, limit }: ListFilter): ProviderMessage[] {
    return messages
      .filter((message) => message.createdAt >= since && (to === undefined || message.to === to))
      .slice(0, limit);
  }

  return {
    from: NUMBER,
    send,
    list: async (by) => find(by),
    pages: async function* (by) {
      yield { messages: find(by), next: undefined };
    },
    fetchMedia: async () => ({ kind: "refused", message: "The simulated carrier has no pictures" }),
    mediaOf: async () => [],
    lookUp: async (phone, lineType) => {
      await Bun.sleep(LOOKUP_MS);
      const type = phone.endsWith("0006") ? "landline" : "mobile";
      return { kind: "known", valid: true, lineType: lineType ? type : null };
    },
    readRegistration: async () => ({ kind: "none" }),
    check: async () => ({ ok: true, message: "Texts stay on this computer." }),
    connect: (next) => {
      listener = next;
    },
    receive,
  };
}

function newSid(): string {
  return `SM${crypto.randomUUID().replaceAll("-", "")}`;
}
