import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { matchByName } from "./matching.ts";

interface RematchResult {
  readonly message: string;
  /** Reviews whose contact was added or changed. */
  readonly matched: number;
}

const runningRematches = new WeakMap<App, Promise<RematchResult>>();

/** Matches all reviews by name again, because contacts change. Concurrent requests share one run. */
export function rematch(app: App, actor: Staff): Promise<RematchResult> {
  const run =
    runningRematches.get(app) ?? rematchAll(app, actor).finally(() => runningRematches.delete(app));
  runningRematches.set(app, run);
  return run;
}

async function rematchAll(app: App, actor: Staff): Promise<RematchResult> {
  const { matched, undone } = await matchByName(app, {
    includeMatched: true,
    onChanges(changes) {
      record(app, actor, { action: "review.rematch", metadata: { ...changes } });
      app.events.changed("reviews");
    },
  });
  return { message: formatRematch(matched, undone), matched };
}

function formatRematch(matched: number, undone: number): string {
  const plural = (number: number, single: string, several: string) =>
    number === 1 ? single : `${number.toLocaleString("en-US")} ${several}`;
  const lines = [
    matched === 0
      ? "No other reviews match a contact by name."
      : `Matched ${plural(matched, "1 review to a contact", "reviews to contacts")}.`,
    undone === 0
      ? ""
      : `${plural(undone, "1 match was", "matches were")} removed because the name no longer matches exactly one contact.`,
  ];
  return lines.filter((line) => line !== "").join("\n");
}
