import { z } from "zod";
import type { ReviewsAccess, SignInOutcome } from "#src/platform/providers/reviews.ts";
import { tokenMessage } from "./messages.ts";
import {
  ACCOUNTS_BASE,
  type Addresses,
  LOCATIONS_BASE,
  requestGoogle,
  requestToken,
} from "./operations.ts";

const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() });
const Accounts = z.object({ accounts: z.optional(z.array(z.object({ name: z.string() }))) });
const Locations = z.object({
  locations: z.optional(z.array(z.object({ name: z.string(), title: z.string() }))),
});

/**
 * Exchanges the code for a refresh token and takes the first location of the first account with one as
 * the business. Without a business the sign-in is kept, and a check says why.
 */
export async function signIn(
  addresses: Addresses,
  access: ReviewsAccess,
  code: string,
  redirectUri: string,
): Promise<SignInOutcome> {
  try {
    const { status, body } = await requestToken(addresses, access, {
      grant_type: "authorization_code",
      code,
      redirect_uri: redirectUri,
    });
    const tokens = Tokens.safeParse(body).data;
    if (!tokens) return { kind: "refused", message: tokenMessage(status, body) };
    const business = await firstBusiness(addresses, tokens.access_token).catch(() => undefined);
    return {
      kind: "signed-in",
      connection: { refreshToken: tokens.refresh_token, ...(business ?? NONE) },
    };
  } catch {
    return { kind: "refused", message: "Google can't be reached right now." };
  }
}

const NONE = { accountId: "", locationId: "", businessName: "" };

async function firstBusiness({ googleBusinessBase }: Addresses, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const accounts = await requestGoogle(
    `${googleBusinessBase ?? ACCOUNTS_BASE}/v1/accounts?pageSize=20`,
    { headers },
  );
  for (const account of Accounts.parse(accounts.body).accounts ?? []) {
    const locations = await requestGoogle(
      `${googleBusinessBase ?? LOCATIONS_BASE}/v1/${account.name}/locations?readMask=name,title&pageSize=100`,
      { headers },
    );
    const [first] = Locations.parse(locations.body).locations ?? [];
    if (first)
      return { accountId: account.name, locationId: first.name, businessName: first.title };
  }
  return undefined;
}
