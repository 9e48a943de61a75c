import type { App, Staff } from "#src/app.ts";
import { addNote } from "#src/clients/profile/notes.ts";
import { assignTag, createTag } from "#src/clients/tags/tags.ts";
import { createCampaign } from "#src/messaging/campaigns/campaigns.ts";
import { atTime } from "./history.ts";

const HOUR = 60 * 60 * 1000;

/** Each tag, and how many clients there are for one that has it. */
const TAGS = [
  ["Color", 3],
  ["Facials", 4],
  ["Glow Club", 7],
  ["VIP", 19],
] as const;

const NOTES = [
  "Sensitive to fragrance: use the unscented line.",
  "Prefers Jo, and late afternoons. Coffee with oat milk.",
  "Patch test on file until March.",
] as const;

/** Creates tags, notes and a campaign scheduled for the next morning. */
export async function createNotesAndTags(
  app: App,
  maya: Staff,
  clientIds: readonly number[],
): Promise<void> {
  const now = app.now();
  const tags: number[] = [];
  for (const [name, every] of TAGS) {
    const { id } = createTag(app, maya, name);
    const contactIds = clientIds.filter((_, index) => index % every === 0);
    await assignTag(app, maya, id, { contactIds });
    tags.push(id);
  }
  NOTES.forEach((body, index) => {
    const client = clientIds[index];
    if (client !== undefined)
      addNote(atTime(app, now - (index + 1) * 31 * HOUR), maya, client, body);
  });
  createCampaign(app, maya, {
    name: "Glow Club December",
    message:
      "Hi {firstName|there}, your Glow Club perk for December is here: a free hand treatment with any facial. Reply GLOW to book.",
    audience: { all: true, except: [], tag: tags[2] ?? null },
    skipCheck: true,
    scheduledFor: tomorrowAtTen(now),
  });
}

/** In the demo salon's time zone. */
function tomorrowAtTen(now: number): string {
  const tomorrow = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO("America/Chicago")
    .toPlainDate()
    .add({ days: 1 });
  return `${tomorrow.toString()}T10:00`;
}
