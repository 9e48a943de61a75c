/** The meaning of a text that consists only of a keyword. */
export type Keyword = "stop" | "help" | "start" | "confirm" | "cancel";

const KEYWORDS: Readonly<Record<Keyword, readonly string[]>> = {
  stop: ["stop", "stopall", "unsubscribe", "cancel", "end", "quit", "revoke", "optout", "opt out"],
  help: ["help", "info"],
  start: ["start", "yes", "unstop"],
  confirm: ["c"],
  cancel: ["x"],
};

/**
 * Finds the keyword that the whole text consists of, ignoring case and punctuation. START and YES
 * have an effect only for an opted-out client, C and X only after a reminder.
 */
export function findKeyword(body: string): Keyword | undefined {
  const text = normalize(body);
  return (Object.keys(KEYWORDS) as Keyword[]).find((keyword) => KEYWORDS[keyword].includes(text));
}

/**
 * Whether the text clearly asks to stop texting, such as "please stop texting me" or "take me off
 * your list". A request in any reasonable form counts (47 CFR 64.1200(a)(10)); "please stop by at 5"
 * is not a request.
 */
export function asksToStop(body: string): boolean {
  const text = normalize(body);
  return STOP_PATTERNS.some((pattern) => pattern.test(text));
}

const STOP_PATTERNS = [
  /\b(?:stop|quit|cease) (?:texting|messaging|contacting|spamming|bothering|sending|(?:the|these|those|all|your) (?:\w+ )?(?:texts?|messages?|spam))\b/,
  /\b(?:do not|dont|never|no longer) (?:ever )?(?:text|message|contact|send) (?:me|us|this number|anything)\b/,
  /\b(?:do not|dont|no longer) want (?:any |your |these |to (?:get|receive) |more |any more )*(?:texts?|messages?)\b/,
  /\bno more (?:texts?|messages?|texting)\b/,
  /\b(?:remove|delete|take) (?:me|my number|this number|us) (?:off|from)\b/,
  /\bunsubscribe (?:me|us|please|my number)\b|\bplease unsubscribe\b/,
  /\bopt (?:me |us )?out\b/,
  /\bleave me alone\b/,
  /^(?:please |pls )?stop(?: please| pls| now| it| this| thanks| thank you)*$/,
];

function normalize(body: string): string {
  return body
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[’'`]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
