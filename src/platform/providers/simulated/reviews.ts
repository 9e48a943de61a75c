import { checkPassed } from "#src/platform/providers/check.ts";
import { connectGoogle } from "#src/platform/providers/google/google.ts";
import type { Addresses } from "#src/platform/providers/google/request.ts";
import type {
  GoogleConnection,
  ListedReview,
  ReviewsAccess,
  ReviewsProvider,
} from "#src/platform/providers/reviews.ts";
import { DAY_MS } from "#src/shared/durations.ts";

const ACCOUNT = "accounts/sample-";

/** The connection of the demo's fictional business. The account id contains when the demo was created. */
export function sampleConnection(openedAt: number): GoogleConnection {
  return {
    refreshToken: "sample",
    accountId: `${ACCOUNT}${openedAt}`,
    locationId: "locations/1",
    businessName: "Halcyon Skin & Hair",
  };
}

/** Lists a dozen sample reviews in the demo, until a real account is connected. */
export function connectSampleReviews(addresses: Addresses, access: ReviewsAccess): ReviewsProvider {
  const google = connectGoogle(addresses, access);
  if (!access.accountId?.startsWith(ACCOUNT)) return google;
  const openedAt = Number(access.accountId.slice(ACCOUNT.length));
  return {
    signIn: google.signIn,
    check: async () => checkPassed("Connected to the sample reviews of this demo."),
    list: async () => ({ kind: "listed", reviews: sampleReviews(openedAt), isComplete: true }),
  };
}

function sampleReviews(openedAt: number): ListedReview[] {
  return SAMPLE.map(([reviewerName, rating, daysAgo, text], at) => ({
    id: `sample-${at}`,
    reviewerName,
    rating,
    text,
    reviewedAt: openedAt - daysAgo * DAY_MS,
    changedAt: openedAt - daysAgo * DAY_MS,
  }));
}

const SAMPLE: readonly (readonly [string, number, number, string])[] = [
  [
    "Odalys Quintero",
    5,
    0.2,
    "Elena's facials are the best hour of my month. My skin has calmed down since the first one, and nobody ever tried to sell me a shelf of products.",
  ],
  ["Imani O.", 5, 1.1, "Booked by text at ten at night, sat in the chair the next day. Wonderful."],
  [
    "Renata Silva",
    4,
    2.4,
    "Lovely copper, exactly like the picture that I sent. It took half an hour longer than planned, so bring a book.",
  ],
  ["glow.and.go", 5, 3.3, "Best brows in Austin."],
  ["Simone H.", 5, 5.2, "Warm, quiet, and they remembered how I take my tea."],
  [
    "Camille Dupre",
    5,
    6.8,
    "I have had the peel three times now.\n\nThe first time I was nervous, and Jo explained every step before it happened: how long it stings, what I may put on it in the evening, and when to call. They called the next day to ask how I was.\n\nParking is free behind the house, which nobody tells you.",
  ],
  ["A Google user", 2, 9.5, "Had to wait twenty minutes and nobody said why."],
  ["Grace Lindqvist", 5, 11.3, ""],
  ["Hana K.", 4, 14.6, "Good lash tint, fair price. The room was a little cold."],
  ["Wren Calloway", 5, 19.2, "Finally somebody who listens before they cut."],
  ["Marguerite B", 3, 27.4, "Nice people, but the evening appointments are always gone."],
  ["Delphine Roux", 5, 41.1, "Moved away and still come back for Jo."],
];
