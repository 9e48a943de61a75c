import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { matchByName } from "./matching.ts";

interface Rematched {
  readonly message: string;
  /** Who had no contact, or another one. */
  readonly matched: number;
}

const underWay = new WeakMap<App, Promise<Rematched>>();

/** Looks at the names again: contacts come, go and are renamed. Two at once are one. */
export function rematch(app: App, actor: Staff): Promise<Rematched> {
  const run = underWay.get(app) ?? rematchAll(app, actor).finally(() => underWay.delete(app));
  underWay.set(app, run);
  return run;
}

async function rematchAll(app: App, actor: Staff): Promise<Rematched> {
  const { matched, undone } = await matchByName(app, {
    again: true,
    tell(changes) {
      record(app, actor, { action: "review.rematch", metadata: { ...changes } });
      app.events.changed("reviews");
    },
  });
  return { message: wordsFor(matched, undone), matched };
}

function wordsFor(matched: number, undone: number): string {
  const one = (number: number, single: string, several: string) =>
    number === 1 ? single : `${number.toLocaleString("en-US")} ${several}`;
  const lines = [
    matched === 0
      ? "No other review fits a contact by name."
      : `Matched ${one(matched, "1 review to a contact", "reviews to contacts")}.`,
    undone === 0
      ? ""
      : `${one(undone, "1 match was", "matches were")} taken back: not exactly one contact is called so now.`,
  ];
  return lines.filter((line) => line !== "").join("\n");
}
