import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Config } from "#src/platform/config.ts";
import type { FetchedMedia } from "#src/platform/providers/carrier.ts";
import { fixedLookup, resolveHost } from "#src/platform/providers/private-hosts.ts";

const MAX_BYTES = 5 * 1024 * 1024;
const MAX_HOPS = 5;
const TIMEOUT_MS = 30_000;

interface TrustedOrigin {
  /** The provider's API, as configured. */
  readonly origin: string;
  /** Sent to this origin only. */
  readonly authorization: string;
}

type Hop =
  | { readonly kind: "answer"; readonly response: IncomingMessage }
  | { readonly kind: "refused"; readonly message: string };

/**
 * Downloads a file that a client sent, from the provider's API and its redirects. Redirects are
 * followed to public addresses only, connect to the address that was checked, and get no credentials.
 */
export async function downloadMedia(
  config: Config,
  source: string,
  trusted: TrustedOrigin,
): Promise<FetchedMedia> {
  let address = source;
  try {
    for (let hop = 0; hop < MAX_HOPS; hop += 1) {
      const reached = await requestHop(config, address, trusted);
      if (reached.kind === "refused") return reached;
      const { response } = reached;
      const { statusCode = 0 } = response;
      const next = response.headers.location;
      if (statusCode >= 300 && statusCode < 400 && next) {
        response.destroy();
        address = new URL(next, address).href;
      } else if (statusCode === 200) {
        return await readMedia(response);
      } else {
        response.destroy();
        return { kind: "failed", message: `Twilio sent an unexpected reply` };
      }
    }
  } catch (error) {
    return { kind: "failed", message: failureReason(error) };
  }
  return { kind: "refused", message: "It redirects too often" };
}

async function requestHop(config: Config, address: string, trusted: TrustedOrigin): Promise<Hop> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isApi = url?.origin === trusted.origin;
  const isWeb =
    url?.protocol === "https:" ||
    (url?.protocol === "http:" && (isApi || config.allowPrivateHosts));
  if (!url || !isWeb) return { kind: "refused", message: "It isn't on the web" };
  if (isApi)
    return { kind: "answer", response: await sendRequest(url, undefined, trusted.authorization) };

  const host = await resolveHost(config, url.hostname.replace(/^\[|\]$/g, ""));
  // An unknown name may resolve in a minute, so this failure is temporary.
  if (host.kind === "refused" && host.isUnknown) throw new Error(host.message);
  if (host.kind === "refused") return host;
  return { kind: "answer", response: await sendRequest(url, host.address) };
}

function sendRequest(url: URL, address?: string, authorization?: string): Promise<IncomingMessage> {
  const request = url.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      {
        headers: { ...(authorization && { authorization }), "user-agent": "Parlor" },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(address && { lookup: fixedLookup(address) }),
      },
      resolve,
    );
    asked.on("error", reject);
    asked.end();
  });
}

async function readMedia(response: IncomingMessage): Promise<FetchedMedia> {
  const tooLarge: FetchedMedia = {
    kind: "refused",
    message: "It is larger than 5 MB",
  };
  if (Number(response.headers["content-length"] ?? 0) > MAX_BYTES) {
    response.destroy();
    return tooLarge;
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > MAX_BYTES) {
      response.destroy();
      return tooLarge;
    }
    pieces.push(piece);
  }
  if (size === 0) return { kind: "failed", message: "Twilio sent an empty file" };
  return {
    kind: "fetched",
    bytes: new Uint8Array(Buffer.concat(pieces)),
    type: response.headers["content-type"] ?? "",
  };
}

function failureReason(error: unknown): string {
  const { name } = error as { name?: string };
  return name === "TimeoutError" || name === "AbortError"
    ? "Twilio took too long"
    : "Twilio can't be reached right now";
}
