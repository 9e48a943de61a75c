import { saveGoogleConnection } from "#src/platform/settings/google-connection.ts";
import { KEYS } from "#tests/sandbox/outside-shapes.ts";
import type { OutsideStandIn } from "#tests/sandbox/outside-stand-in.ts";
import { outsideSalon } from "#tests/support/outside-salon.ts";
import type { Reply, TestApp } from "#tests/support/test-app.ts";

/** One review as the API answers it, as far as tests read it. */
export interface Shown {
  readonly id: number;
  readonly googleReviewId: string;
  readonly reviewerName: string;
  readonly rating: number;
  readonly reviewText: string;
  readonly contactId: number | null;
  readonly contact: { readonly name: string } | null;
  readonly manuallyMatched: boolean;
  readonly checkedOff: boolean;
}

export interface ReviewSalon extends TestApp {
  readonly ask: (path: string) => Promise<Response>;
  /** By hand, when there has been a pause since the last time. */
  readonly fetch: () => Promise<Reply>;
  readonly list: (query?: string) => Promise<Shown[]>;
  /** The one of this reviewer. */
  readonly by: (reviewerName: string) => Promise<Shown>;
  readonly stats: () => Promise<unknown>;
}

const CLIENT = {
  googleOAuthClientId: KEYS.clientId,
  googleOAuthClientSecret: KEYS.clientSecret,
};
export const PLACE = { googleApiKey: KEYS.google, googlePlaceId: KEYS.placeId };

export function signIn({ app, admin }: TestApp, refreshToken: string = KEYS.refreshToken): void {
  saveGoogleConnection(app, admin.actor, {
    refreshToken,
    accountId: "accounts/17",
    locationId: "locations/4",
    businessName: "Halcyon on Lamar",
  });
}

/** The server with the real adapter, connected to the Google stand-in, by the account by default. */
export async function reviewSalon(
  standIn: OutsideStandIn,
  way: "account" | "place" | "none" = "account",
): Promise<ReviewSalon> {
  const parlor = outsideSalon(standIn.config);
  const { request } = parlor.admin;
  await request("POST", "/api/settings", way === "place" ? { ...CLIENT, ...PLACE } : CLIENT);
  if (way === "account") signIn(parlor);
  const list = async (query = "") => (await request("GET", `/api/google-reviews${query}`)).body;
  return {
    ...parlor,
    list,
    fetch() {
      parlor.clock.now += 60_000;
      return request("POST", "/api/google-reviews/fetch");
    },
    async by(reviewerName) {
      const found = (await list()).find((one: Shown) => one.reviewerName === reviewerName);
      if (!found) throw new Error(`no review by ${reviewerName}`);
      return found;
    },
    stats: async () => (await request("GET", "/api/google-reviews/stats")).body,
  };
}

/** The audit entries about reviews, oldest first. */
export function auditEntries({ app }: TestApp): [string, string, object][] {
  return app.db
    .query<{ action: string; actor_type: string; metadata: string }, []>(
      `select action, actor_type, metadata from audit_logs
       where action like 'review.%' or action like '%google%' order by id`,
    )
    .all()
    .map(({ action, actor_type, metadata }) => [action, actor_type, JSON.parse(metadata)]);
}
