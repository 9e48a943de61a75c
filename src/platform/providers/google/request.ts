import { z } from "zod";
import type { Refusal, ReviewsAccess } from "#src/platform/providers/reviews.ts";
import { isQuotaZero, isSignInEnded, tokenMessage } from "./messages.ts";
import { type Addresses, type GoogleResponse, requestGoogle, requestToken } from "./operations.ts";

const Token = z.object({ access_token: z.string() });

export type GoogleReply = { readonly kind: "answer"; readonly body: unknown } | Refusal;

const UNREACHABLE: Refusal = {
  kind: "unavailable",
  message: "Google can't be reached right now.",
};

export const UNEXPECTED_REPLY: Refusal = {
  kind: "unavailable",
  message: "Google sent an unexpected reply. Try again later.",
};

/** Sends a GET; a refusal is a value. A server error is retried once. */
export async function fetchGoogle(
  address: string,
  headers: Readonly<Record<string, string>>,
  messageOf: (status: number, body: unknown) => string,
): Promise<GoogleReply & { readonly status?: number }> {
  const answer = await retryOnce(() => requestGoogle(address, { headers }));
  if (!answer) return UNREACHABLE;
  if (answer.status === 200) return { kind: "answer", body: answer.body };
  return toRefusal(answer, messageOf);
}

/** Returns a new access token, valid for an hour. */
export async function refreshAccessToken(
  addresses: Addresses,
  access: ReviewsAccess,
): Promise<string | Refusal> {
  const answer = await retryOnce(() =>
    requestToken(addresses, access, {
      grant_type: "refresh_token",
      refresh_token: access.refreshToken ?? "",
    }),
  );
  if (!answer) return UNREACHABLE;
  const token = Token.safeParse(answer.body).data?.access_token;
  if (answer.status === 200) return token ?? UNEXPECTED_REPLY;
  if (isSignInEnded(answer.body))
    return { kind: "disconnected", message: tokenMessage(answer.status, answer.body) };
  return toRefusal(answer, tokenMessage);
}

/** Retries once after a server error. Returns undefined when Google can't be reached. */
async function retryOnce(ask: () => Promise<GoogleResponse>): Promise<GoogleResponse | undefined> {
  const once = () => ask().catch(() => undefined);
  const first = await once();
  return first && first.status >= 500 ? once() : first;
}

function toRefusal(
  { status, body }: GoogleResponse,
  toMessage: (status: number, body: unknown) => string,
): Refusal & { status: number } {
  const message = toMessage(status, body);
  if (status === 429) return { kind: isQuotaZero(body) ? "refused" : "busy", message, status };
  return { kind: status >= 500 ? "unavailable" : "refused", message, status };
}
