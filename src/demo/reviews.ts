import type { App, Staff } from "#src/app.ts";
import { sampleConnection } from "#src/platform/providers/simulated/reviews.ts";
import { saveGoogleConnection } from "#src/platform/settings/settings.ts";
import { fetchNow } from "#src/reviews/fetch.ts";
import { listReviews } from "#src/reviews/list.ts";
import { checkOff, matchReview } from "#src/reviews/reviews.ts";
import { atTime } from "./history.ts";

const MINUTE = 60 * 1000;

/** Fetches the sample reviews: most are matched by name, one by hand. */
export async function createReviews(
  app: App,
  maya: Staff,
  clients: readonly { readonly id: number }[],
): Promise<void> {
  const then = atTime(app, app.now() - 12 * MINUTE);
  saveGoogleConnection(then, maya, sampleConnection(app.now()));
  await fetchNow(then, maya);
  const all = await listReviews(then, maya, { q: "", limit: 50 });
  const by = (name: string) => all.find(({ reviewerName }) => reviewerName === name)?.id ?? 0;
  const mei = clients[10];
  if (mei) matchReview(then, maya, by("glow.and.go"), mei.id);
  for (const name of ["Renata Silva", "Wren Calloway"]) checkOff(then, maya, by(name));
}
