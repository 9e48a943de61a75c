import { appendFileSync, existsSync, readFileSync } from "node:fs";
import type { CarrierSetup } from "#src/app.ts";
import type {
  Carrier,
  CarrierEvent,
  ErrorMeaning,
  ListFilter,
  ProviderMessage,
} from "#src/platform/providers/carrier.ts";

const MEANINGS = new Map<number | null, ErrorMeaning>([
  [1, { verdict: "undeliverable", reason: "The file has no such number" }],
]);
const READY = { ok: true, message: "The file is there." };

/** A carrier that writes texts to a file, one per line, and whose webhooks are JSON. It refuses numbers that end in 1. */
export function fileCarrier(path: string): CarrierSetup {
  const carrier: Carrier = {
    from: "+12025550100",
    async send({ to, body, mediaUrls = [] }) {
      if (to.endsWith("1")) return { kind: "refused", code: 1, reason: "Not in the file" };
      const providerId = `line-${readTexts(path).length + 1}`;
      const text: ProviderMessage = {
        providerId,
        direction: "outbound",
        from: carrier.from,
        to,
        body,
        mediaCount: mediaUrls.length,
        status: "sent",
        errorCode: null,
        createdAt: Date.now(),
        price: null,
      };
      appendFileSync(path, `${JSON.stringify(text)}\n`);
      return { kind: "accepted", providerId, segments: undefined };
    },
    list: async (by) => findTexts(path, by),
    pages: async function* (by) {
      yield { messages: findTexts(path, by), next: undefined };
    },
    fetchMedia: async () => ({ kind: "refused", message: "A file of texts has no pictures" }),
    mediaOf: async () => [],
    lookUp: async () => ({ kind: "known", valid: true, lineType: null }),
    check: async () => READY,
    readRegistration: async () => ({ kind: "none" }),
  };
  return {
    name: "file",
    reachesPhones: false,
    isReady: () => true,
    hasAccount: () => true,
    connect: async () => carrier,
    explain: (code) => MEANINGS.get(code),
    readWebhook: (_app, c) => c.req.json<CarrierEvent>(),
    replyToText: () => new Response(null, { status: 204 }),
    check: async () => READY,
    findMissing: () => undefined,
    connectWebhooks: async () => READY,
    checkWebhooks: async () => READY,
  };
}

function findTexts(path: string, { to, since, limit }: ListFilter): ProviderMessage[] {
  return readTexts(path)
    .filter((text) => text.createdAt >= since && (to === undefined || text.to === to))
    .toReversed()
    .slice(0, limit);
}

function readTexts(path: string): ProviderMessage[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as ProviderMessage);
}
