/** What a client's whole text asks for, if it is a keyword at all. */
export type Keyword = "stop" | "help" | "start" | "confirm" | "cancel";

const WORDS: Readonly<Record<Keyword, readonly string[]>> = {
  stop: ["stop", "stopall", "unsubscribe", "cancel", "end", "quit", "revoke", "optout", "opt out"],
  help: ["help", "info"],
  start: ["start", "yes", "unstop"],
  confirm: ["c"],
  cancel: ["x"],
};

/** The whole trimmed text, whatever its case and punctuation. START and YES count only when opted out, C and X only after a reminder. */
export function keywordIn(body: string): Keyword | undefined {
  const said = plain(body);
  return (Object.keys(WORDS) as Keyword[]).find((keyword) => WORDS[keyword].includes(said));
}

/**
 * Words that clearly ask to stop texting: "please stop texting me", "take me off your list". A STOP
 * in any reasonable form counts (47 CFR 64.1200(a)(10)); "please stop by at 5" is none.
 */
export function asksToStop(body: string): boolean {
  const said = plain(body);
  return CLEAR_WISHES.some((wish) => wish.test(said));
}

const CLEAR_WISHES = [
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

function plain(body: string): string {
  return body
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[’'`]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
