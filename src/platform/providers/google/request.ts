import { z } from "zod";
import type { Refusal, ReviewsAccess } from "#src/platform/providers/reviews.ts";
import { isQuotaZero, isSignInEnded, tokenMessage } from "./messages.ts";
import { type Addresses, type GoogleResponse, requestGoogle, requestToken } from "./operations.ts";

const Token = z.object({ access_token: z.string() });

export type GoogleReply = { readonly kind: "answer"; readonly body: unknown } | Refusal;

const UNREACHABLE: Refusal = {
  kind: "unavailable",
  words: "Google cannot be reached right now.",
};

export const UNEXPECTED_REPLY: Refusal = {
  kind: "unavailable",
  words: "Google answered something that Parlor does not understand. Try again later.",
};

/** A GET whose refusal is a value; Google's own trouble is asked about once more. */
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

/** A new access token, good for an hour. */
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
    return { kind: "disconnected", words: tokenMessage(answer.status, answer.body) };
  return toRefusal(answer, tokenMessage);
}

/** Undefined where nobody answered. */
async function retryOnce(ask: () => Promise<GoogleResponse>): Promise<GoogleResponse | undefined> {
  const once = () => ask().catch(() => undefined);
  const first = await once();
  return first && first.status >= 500 ? once() : first;
}

function toRefusal(
  { status, body }: GoogleResponse,
  wordsOf: (status: number, body: unknown) => string,
): Refusal & { status: number } {
  const words = wordsOf(status, body);
  if (status === 429) return { kind: isQuotaZero(body) ? "refused" : "busy", words, status };
  return { kind: status >= 500 ? "unavailable" : "refused", words, status };
}
