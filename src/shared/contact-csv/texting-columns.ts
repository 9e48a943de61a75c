/** What the headings and cells of a file say about texts. What is on no list is asked about or refuses texts. */

/** What a yes in a column means; "ignored" columns are not about texts. */
export const TEXTING_ROLES = ["ignored", "consent", "optedOut"] as const;
export type TextingRole = (typeof TEXTING_ROLES)[number];

/** The roles of columns by their position. */
export type TextingRoles = { readonly [at: number]: TextingRole };

/** "E-mail 1 - Value" is "e mail 1 value", "SMSOptIn" is "sms opt in" and "Prénom" is "prenom". */
export function toWords(header: string): string {
  return header
    .replace(/(\p{Ll})(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$1$3 $2")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}'’]/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Parts of words that may be about texts, in English, German, French and Spanish. */
const SUSPECT =
  /(?<!con)te?xt(?!ure)|sms|mms|messag|whats ?app|consent|marketing|(?<!ad)opt(?!io|ic|im)|subs|unsub|contact pref|preferred contact|contact method|communicat|dn[cdt]\b|disturb|allow|permi|stop|block|black ?list|suppress|promo|remind|notif|do not|dont|never|no contact|nicht|ne pas|(?:can|may) we|ok(?:ay)? to|agree|accept|einwillig|einverst|zustimm|werb|abgemeldet|abonn|desinscri|nachricht|mensaje|recordator|publici|molest|baja/;

/** The words of headings whose meaning is certain, without accents. A heading with any other word is asked about. */
const VOCABULARY = {
  texts: "te?xts?|texting|texted|sms|mms|messages?|messaging|nachrichten|mensajes",
  phone: "mobile?|cell|phone|handy|portable|movil|celular",
  otherChannel: "emails?|mails?|mailing|newsletters?|courriel|correo|calls?|voice|postal?|push",
  reach: "contact|disturb|molestar|kontakt\\w*|contacter|contactar",
  refuses:
    "optout|unsub\\w*|dn[cdt]|suppress\\w*|block\\w*|blacklist\\w*|stop\\w*|declin\\w*|refus\\w*|reject\\w*|revok\\w*|withdr\\w*|exclu\\w*|disabled?|abgemeldet|desabonn\\w*|desinscri\\w*|baja",
  negates: "no|not|dont|doesnt|never|without|keine?|nicht|pas|sans|sin",
  agrees:
    "optin|consent\\w*|accept\\w*|agree[ds]?|allow\\w*|subscri\\w*|permi\\w*|ok(?:ay)?|receives?|sends?|wants?|enabled?|authorized?|approved?|status|einwilligung|einverstanden|zustimmung|erlaubt|recevoir|acepta\\w*|autoriza\\w*|recibir|enviar",
  offers: "market\\w*|promo\\w*|offers?|advertis\\w*|campaigns?|werb\\w*|publici\\w*|ofertas",
  appointments:
    "remind\\w*|appointments?|appt|schedul\\w*|bookings?|confirmations?|transactional|service|notif\\w*|alerts?|termin\\w*|erinnerung\\w*|rappels?|rdv|rendez|citas?|recordator\\w*",
  circumstance:
    "timestamp|time|date|source|method|ip|by|at|on|since|reason|language|last|sent|count|datum|fecha",
  filler:
    "and|or|und|et|ne|to|for|from|of|via|us|our|we|you|your|the|an?|in|is|has|s|new|current|client|customer|guest|member|number|auf|an|fur|per|de|des|du|les?|la|los|el|par|por|dado",
} as const;
type Kind = keyof typeof VOCABULARY;

const KIND_OF = Object.entries(VOCABULARY).map(
  ([kind, words]) => [kind as Kind, new RegExp(`^(?:${words})$`)] as const,
);

/** The kinds of a heading's words, in their order; undefined for a word that is on no list. */
function kindsOf(header: string): (Kind | undefined)[] {
  const words = toWords(header)
    .replace(/\b(?:yes|y|true|1|ja|oui|si)(?: or)? (?:no|n|false|0|nein|non)\b/g, "")
    .replace(/\bopt(?:ed|ing)? ?(in|out)s?\b/g, "opt$1")
    .replace(/\b(?:do|does) not\b/g, "not")
    .replace(/\b(?:can|may)(?: we)?\b/g, "ok")
    .replace(/\be mail/g, "email");
  return words
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => KIND_OF.find(([, pattern]) => pattern.test(word))?.[0]);
}

/**
 * The role that a heading names for certain, or "unknown" when the owner must decide; undefined when it
 * isn't about texts.
 */
export function roleOf(header: string): TextingRole | "unknown" | undefined {
  if (!SUSPECT.test(toWords(header))) return undefined;
  const kinds = kindsOf(header);
  const has = (...some: Kind[]) => some.some((kind) => kinds.includes(kind));
  // A do-not-call list may forbid texts too.
  if (has("otherChannel") && !has("texts")) return has("phone", "negates") ? "unknown" : "ignored";
  const denials = kinds.filter((kind) => kind === "negates" || kind === "refuses");
  if (kinds.includes(undefined) || denials.length > 1) return "unknown";
  if (has("refuses")) return toWords(header).includes("opt in") ? "unknown" : "optedOut";
  if (has("negates")) {
    // "No texts" refuses, while "Text OK (no)" and "SMS No." may mean anything.
    const at = kinds.indexOf("negates");
    const isPlain = kinds.slice(0, at).every((kind) => kind === "texts" || kind === "filler");
    return isPlain && kinds.length > at + 1 && has("texts", "reach", "offers")
      ? "optedOut"
      : "unknown";
  }
  const isAgreement = has("agrees", "offers", "appointments") && has("texts", "phone");
  return isAgreement && !has("circumstance") ? "consent" : "unknown";
}

/** A heading that ends like this holds when, how or why, and no answer; "consent expired on" and "offers by text" may. */
const DETAIL =
  /^(?:sms|text|texting|mobile|marketing|opt ?in|consent|subscri\w+| )+ (?:timestamp|time|date|source|method|ip)(?: address)?$/;

/**
 * The roles of all columns about texts, apart from those that hold names, numbers and details. A column such as
 * "SMS Consent Timestamp" tells nothing more where another says whether the client agreed.
 */
export function guessRoles(
  headers: readonly string[],
  { tags: _, ...taken }: { readonly [column: string]: number | undefined },
): Map<number, TextingRole | "unknown"> {
  const isKnown = headers.some((header) => roleOf(header) === "consent");
  return new Map(
    headers.flatMap((header, at) => {
      const role = Object.values(taken).includes(at) ? undefined : roleOf(header);
      if (!role) return [];
      const isDetail = role === "unknown" && isKnown && DETAIL.test(toWords(header));
      return [[at, isDetail ? "ignored" : role]];
    }),
  );
}

export type TextingColumn = ReturnType<typeof toTextingColumns>[number];

export function toTextingColumns(roles: TextingRoles, headers: readonly string[]) {
  return headers.flatMap((header, at) => {
    const kinds = kindsOf(header);
    const [offers, visits] = [kinds.includes("offers"), kinds.includes("appointments")];
    const scope = offers === visits ? "all" : offers ? "offers" : "appointments";
    const role = roles[at];
    return role === undefined || role === "ignored"
      ? []
      : [{ at, header, scope, isConsent: role === "consent" }];
  });
}

/** What a row says, in the file's words, which are stored as evidence. */
export interface TextingAnswers {
  /** The client refused all texts. */
  readonly optOut?: string;
  /** The client agreed to texts about appointments, and not to offers. */
  readonly appointmentsOnly?: string;
}

const MAX_ANSWER = 300;

/** Reads all columns about texts. The strictest answer counts. */
export function readAnswers(
  cells: readonly string[],
  columns: readonly TextingColumn[],
): TextingAnswers {
  const refuses = ({ isConsent, at }: TextingColumn) => refusesTexts(isConsent, cells[at] ?? "");
  const quote = ({ header, at }: TextingColumn) => `${header}: ${cells[at]?.trim() || "empty"}`;
  const refused = columns.filter(refuses);
  const agreed = columns.filter((column) => column.isConsent && !refused.includes(column));
  const visits = agreed.find(({ scope }) => scope !== "offers");
  const denied = refused.find(({ scope }) => scope !== "offers" || !visits);
  if (denied) return { optOut: quote(denied).slice(0, MAX_ANSWER) };
  if (!visits || (refused.length === 0 && agreed.some(({ scope }) => scope !== "appointments")))
    return {};
  const words = [visits, ...refused].map(quote).join("; ");
  return { appointmentsOnly: words.slice(0, MAX_ANSWER) };
}

const YES = words(
  "yes y true 1 on x ✓ ✔ ☑ subscribed optedin optin active granted accepted allowed agreed ja wahr oui vrai si sí verdadero",
);
const NO = words(
  " no n false 0 off none null na n/a – — subscribed optedin optin notoptedout nein falsch non faux falso",
);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}

/** Whether a cell refuses texts: any but a yes under a heading such as "SMS Consent", any but a no under "Opted out". */
export function refusesTexts(isConsent: boolean, cell: string): boolean {
  const answer = cell.toLowerCase().replace(/[\s_-]+/g, "");
  return isConsent ? !YES.has(answer) : !NO.has(answer);
}
