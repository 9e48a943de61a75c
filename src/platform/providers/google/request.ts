import { z } from "zod";
import type { Refusal, ReviewsAccess } from "#src/platform/providers/reviews.ts";
import { isQuotaZero, isSignInEnded, tokenWords } from "./messages.ts";
import { type Addresses, type Answer, askGoogle, askToken } from "./operations.ts";

const Token = z.object({ access_token: z.string() });

export type Asked = { readonly kind: "answer"; readonly body: unknown } | Refusal;

const UNREACHABLE: Refusal = {
  kind: "unavailable",
  words: "Google cannot be reached right now.",
};

export const UNREADABLE: Refusal = {
  kind: "unavailable",
  words: "Google answered something that Parlor does not understand. Try again later.",
};

/** A GET whose refusal is a value; Google's own trouble is asked about once more. */
export async function askFor(
  address: string,
  headers: Readonly<Record<string, string>>,
  wordsOf: (status: number, body: unknown) => string,
): Promise<Asked & { readonly status?: number }> {
  const answer = await patiently(() => askGoogle(address, { headers }));
  if (!answer) return UNREACHABLE;
  if (answer.status === 200) return { kind: "answer", body: answer.body };
  return refusal(answer, wordsOf);
}

/** A new access token, good for an hour. */
export async function refreshed(
  addresses: Addresses,
  access: ReviewsAccess,
): Promise<string | Refusal> {
  const answer = await patiently(() =>
    askToken(addresses, access, {
      grant_type: "refresh_token",
      refresh_token: access.refreshToken ?? "",
    }),
  );
  if (!answer) return UNREACHABLE;
  const token = Token.safeParse(answer.body).data?.access_token;
  if (answer.status === 200) return token ?? UNREADABLE;
  if (isSignInEnded(answer.body))
    return { kind: "disconnected", words: tokenWords(answer.status, answer.body) };
  return refusal(answer, tokenWords);
}

/** Undefined where nobody answered. */
async function patiently(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  const once = () => ask().catch(() => undefined);
  const first = await once();
  return first && first.status >= 500 ? once() : first;
}

function refusal(
  { status, body }: Answer,
  wordsOf: (status: number, body: unknown) => string,
): Refusal & { status: number } {
  const words = wordsOf(status, body);
  if (status === 429) return { kind: isQuotaZero(body) ? "refused" : "busy", words, status };
  return { kind: status >= 500 ? "unavailable" : "refused", words, status };
}
