import type { Config } from "#src/platform/config.ts";
import { messageOf } from "#src/shared/error-message.ts";
import { fixedLookup, resolveHost } from "./private-hosts.ts";

export interface VapidKeys {
  /** Base64url, as the SDK and browsers take them. */
  readonly publicKey: string;
  readonly privateKey: string;
}

interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushMessage {
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly tag: string;
}

type PushOutcome =
  | { readonly kind: "accepted" }
  /** The browser has ended the subscription. */
  | { readonly kind: "gone" }
  | { readonly kind: "failed"; readonly reason: string };

export interface PushProvider {
  /** Encrypts for the browser alone (RFC 8291). Never throws. */
  readonly send: (to: PushTarget, message: PushMessage) => Promise<PushOutcome>;
}

const TTL_SECONDS = 12 * 60 * 60;
const TIMEOUT_MS = 15_000;
/** Push services take 4,096 bytes, encryption included. */
const MAX_BODY = 400;
const MAX_TITLE = 120;

/** Sends to browsers' push services. The SDK encrypts and signs; our request connects to a checked address. */
export function connectPush(
  config: Config,
  { publicKey, privateKey, contact }: VapidKeys & { readonly contact: string },
): PushProvider {
  return {
    async send({ endpoint, p256dh, auth }, { title, body, url, tag }) {
      try {
        const { generateRequestDetails } = await import("web-push");
        const payload = JSON.stringify({
          title: shorten(title, MAX_TITLE),
          body: shorten(body, MAX_BODY),
          url,
          tag,
        });
        const details = generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
          vapidDetails: { subject: contact, publicKey, privateKey },
          TTL: TTL_SECONDS,
          contentEncoding: "aes128gcm",
          urgency: "high",
        });
        return toOutcome(await post(config, endpoint, details));
      } catch (error) {
        return { kind: "failed", reason: messageOf(error) };
      }
    },
  };
}

/** A new pair on the curve P-256. */
export async function generateVapidKeys(): Promise<VapidKeys> {
  const { generateVAPIDKeys } = await import("web-push");
  return generateVAPIDKeys();
}

interface RequestDetails {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: unknown;
}

/** Returns the status. The address came from a user's browser, so it must be on the internet. */
async function post(config: Config, endpoint: string, details: RequestDetails): Promise<number> {
  const url = new URL(endpoint);
  const isWeb = url.protocol === "https:" || config.allowPrivateHosts;
  if (!isWeb) throw new Error("The push service's address isn't https");
  const host = await resolveHost(config, url.hostname.replace(/^\[|\]$/g, ""));
  if (host.kind === "refused") throw new Error(host.message);
  const { request } =
    url.protocol === "https:" ? await import("node:https") : await import("node:http");
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      {
        method: "POST",
        headers: details.headers,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        lookup: fixedLookup(host.address),
      },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    asked.on("error", reject);
    asked.end(details.body);
  });
}

function toOutcome(status: number): PushOutcome {
  if (status >= 200 && status < 300) return { kind: "accepted" };
  if (status === 404 || status === 410) return { kind: "gone" };
  return { kind: "failed", reason: `The push service answered ${status}` };
}

function shorten(text: string, most: number): string {
  const letters = Array.from(text);
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join("")}…`;
}
