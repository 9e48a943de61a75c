/** What the headings and cells of a file say about texts. What is on no list is asked about or refuses texts. */

/** What a yes in a column means; "ignored" columns are not about texts. */
export const TEXTING_ROLES = ["consent", "optedOut", "ignored"] as const;
export type TextingRole = (typeof TEXTING_ROLES)[number];

/** Positions of columns by their role. */
export type TextingColumns = { readonly [Role in TextingRole]?: readonly number[] | undefined };

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
  /te?xt|sms|mms|messag|whats ?app|consent|marketing|opt|subs|contact pref|preferred contact|contact method|communicat|dn[cdt]\b|disturb|stop|block|black ?list|suppress|permission|promo|remind|notif|do not|dont|never|no contact|(?:can|may) we|ok(?:ay)? to|agree|accept|einwillig|einverst|zustimm|werb|abgemeldet|abonn|desinscri|nachricht|mensaje|recordator|publici|molest|baja/;

/** The words of headings whose meaning is certain, without accents. A heading with any other word is asked about. */
const VOCABULARY = {
  texts: "te?xts?|texting|texted|sms|mms|messages?|messaging|nachrichten|mensajes",
  phone: "mobile?|cell|phone|handy|portable|movil|celular",
  otherChannel: "emails?|mails?|mailing|newsletters?|courriel|correo|calls?|voice|postal?|push",
  reach: "contact|disturb|molestar|kontakt\\w*|contacter|contactar",
  refuses:
    "optout|unsub\\w*|dn[cdt]|suppress\\w*|block\\w*|blacklist\\w*|abgemeldet|desabonn\\w*|desinscri\\w*|baja",
  takesBack: "stop\\w*|declin\\w*|refus\\w*|reject\\w*|revok\\w*|withdr\\w*|exclu\\w*|disabled?",
  negates: "no|not|dont|doesnt|never|without|keine?|nicht|pas|sans|sin",
  agrees:
    "optin|consent\\w*|accept\\w*|agree[ds]?|allow\\w*|subscri\\w*|permi\\w*|ok(?:ay)?|receives?|sends?|wants?|enabled?|authorized?|approved?|status|einwilligung|einverstanden|zustimmung|erlaubt|recevoir|acepta\\w*|autoriza\\w*|recibir|enviar",
  offers: "market\\w*|promo\\w*|offers?|advertis\\w*|campaigns?|werb\\w*|publici\\w*|ofertas",
  appointments:
    "remind\\w*|appointments?|appt|schedul\\w*|bookings?|confirmations?|transactional|service|notif\\w*|alerts?|termin\\w*|erinnerung\\w*|rappels?|rdv|rendez|citas?|recordator\\w*",
  circumstance:
    "timestamp|time|date|source|method|ip|by|at|on|since|reason|language|last|sent|count|datum|fecha",
  filler:
    "and|or|und|et|to|for|from|of|via|us|our|we|you|your|the|an?|in|is|has|s|new|current|client|customer|guest|member|number|auf|an|fur|per|de|des|du|les?|la|los|el|par|por|dado",
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
    .replace(/\b(?:can|may) we\b/g, "ok")
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
  if (kinds.includes(undefined)) return "unknown";
  if (has("negates")) {
    const at = kinds.indexOf("negates");
    const isPlain = kinds.slice(0, at).every((kind) => kind === "texts" || kind === "filler");
    const isOnly = kinds.lastIndexOf("negates") === at && !has("refuses", "takesBack");
    const isNamed = kinds.slice(at).some((kind) => kind && REFUSABLE.includes(kind));
    return isPlain && isOnly && isNamed ? "optedOut" : "unknown";
  }
  if (has("refuses"))
    return has("takesBack") || toWords(header).includes("opt in") ? "unknown" : "optedOut";
  if (has("takesBack")) return has("texts", "offers", "agrees") ? "optedOut" : "unknown";
  const isAgreement = has("agrees", "offers", "appointments") && has("texts", "phone");
  return isAgreement && !has("circumstance") ? "consent" : "unknown";
}

const REFUSABLE: readonly Kind[] = ["texts", "reach", "offers"];

/**
 * The roles of all columns about texts, apart from those that hold names, numbers and details. A column such as
 * "SMS Consent Timestamp" tells nothing more where another says whether the client agreed.
 */
export function guessRoles(
  headers: readonly string[],
  { tags: _, ...columns }: { readonly [column: string]: number | undefined },
): Map<number, TextingRole | "unknown"> {
  const roles = new Map<number, TextingRole | "unknown">();
  headers.forEach((header, at) => {
    const role = Object.values(columns).includes(at) ? undefined : roleOf(header);
    if (role) roles.set(at, role);
  });
  const isKnown = [...roles.values()].includes("consent");
  for (const [at, role] of roles) {
    const kinds = isKnown && role === "unknown" ? kindsOf(headers[at] ?? "") : [];
    if (kinds.includes("agrees") && kinds.includes("circumstance")) roles.set(at, "ignored");
  }
  return roles;
}

interface TextingColumn {
  readonly at: number;
  readonly header: string;
  readonly isConsent: boolean;
  readonly isAboutOffers: boolean;
  readonly isAboutAppointments: boolean;
}

export function toTextingColumns(
  { consent = [], optedOut = [] }: TextingColumns,
  headers: readonly string[],
): TextingColumn[] {
  return [...optedOut, ...consent].map((at) => {
    const header = headers[at] ?? "";
    const kinds = kindsOf(header);
    const [isAboutOffers, isAboutAppointments] = [
      kinds.includes("offers"),
      kinds.includes("appointments"),
    ];
    return {
      at,
      header,
      isConsent: consent.includes(at),
      isAboutOffers: isAboutOffers && !isAboutAppointments,
      isAboutAppointments: isAboutAppointments && !isAboutOffers,
    };
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
  let agreed: TextingColumn | undefined;
  let agreedToOffers = false;
  let refusedOffers: TextingColumn | undefined;
  let refused: TextingColumn | undefined;
  for (const column of columns) {
    const cell = cells[column.at] ?? "";
    if (!refusesTexts(column.isConsent, cell)) {
      if (!column.isConsent) continue;
      if (!column.isAboutOffers) agreed ??= column;
      if (!column.isAboutAppointments) agreedToOffers = true;
    } else if (column.isAboutOffers) refusedOffers ??= column;
    else refused ??= column;
  }
  const quote = ({ at, header }: TextingColumn) => `${header}: ${cells[at]?.trim() || "empty"}`;
  const denied = refused ?? (agreed ? undefined : refusedOffers);
  if (denied) return { optOut: quote(denied).slice(0, MAX_ANSWER) };
  if (!agreed || (agreedToOffers && !refusedOffers)) return {};
  const words = [agreed, ...(refusedOffers ? [refusedOffers] : [])].map(quote);
  return { appointmentsOnly: words.join("; ").slice(0, MAX_ANSWER) };
}

const YES = new Set(
  "yes y true 1 on x ✓ ✔ ☑ subscribed optedin optin active granted accepted allowed agreed ja wahr oui vrai si sí verdadero".split(
    " ",
  ),
);
const NO = new Set(
  "no n false 0 off none null na n/a – — subscribed optedin optin notoptedout nein falsch non faux falso"
    .split(" ")
    .concat(""),
);

/** Whether a cell refuses texts: any but a yes under a heading such as "SMS Consent", any but a no under "Opted out". */
export function refusesTexts(isConsent: boolean, cell: string): boolean {
  const answer = cell.toLowerCase().replace(/[\s_-]+/g, "");
  return isConsent ? !YES.has(answer) : !NO.has(answer);
}

/** How many rows have each value of a column, the most frequent first; "" for empty cells. */
export function countValues(
  rows: readonly { readonly cells: readonly string[] }[],
  at: number,
): [value: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { cells } of rows) {
    const value = (cells[at] ?? "").trim();
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one);
}
