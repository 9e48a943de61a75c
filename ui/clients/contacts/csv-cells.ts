/** Reading the cells of yes/no and tag columns. */

const NO = /^(?:no?|false|0|off|none|never|null|in|active|subscribed|opted[ _-]?in|n\/a|-)?$/i;

/**
 * Whether a cell of a column such as "Opted out" says so. Any word but a no does, a date included,
 * because texting a client who opted out is against the law.
 */
export function isOptOut(cell: string): boolean {
  return !NO.test(cell.trim());
}

const REFUSAL =
  /^(?:no?|false|0|off|out|unsubscribed|opted[ _-]?out|declined|denied|refused|revoked|stop(?:ped)?|blocked)$/i;

/** Whether a cell of a column such as "SMS Consent" is a no. An empty cell says nothing. */
export function isRefusal(cell: string): boolean {
  return REFUSAL.test(cell.trim());
}

const MAX_TAGS = 20;
const MAX_TAG_LENGTH = 40;

/** "VIP; Bridal", "VIP, Bridal" and Google's "* myContacts ::: VIP" are lists of tags. */
export function readTags(cell: string): string[] {
  const names = cell
    .split(/:::|[;,|]/)
    .map((name) => name.replace(/^[\s"]+|[\s"]+$/g, ""))
    .filter((name) => name !== "" && !name.startsWith("*") && name.length <= MAX_TAG_LENGTH);
  return [...new Set(names)].slice(0, MAX_TAGS);
}
