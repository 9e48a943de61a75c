const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Words that say nothing about what is asked: courtesy, emphasis and swearing. */
export const FILLERS = words(`
  a ahead already altogether and anymore again asap bye completely dear entirely ever everyone folks forever
  fricking fucking fuck freaking effing damn god goodbye guys hello hereby hey hi immediately just kindly maam
  mam now ok okay oh please really seriously simply sir sorry straightaway thank thanks thankyou thx totally ty
  tysm u well yall yes yo you por favor svp gracias merci once tho though also promptly permanently effective
  all y dude bro hun hon babe sweetie miss way too nope nah ya`);

export const NEGATIONS = words(`
  not dont never no nolonger cannot cant wont didnt doesnt isnt arent wasnt havent hasnt wouldnt shouldnt
  couldnt mustnt aint without ne nunca jamas`);

/** A clause with one of these tells or asks about something; it requests nothing. */
export const REPORTING = words(`
  he she it they who did does has had was were why when if whether what says say until after ill theyll
  hed shed shell hell whoever everyone nobody someone wherever`);

/** Verbs of ending. */
export const END_VERBS = words(`
  stop stops stopping stopped baja quit end cease halt discontinue cancel terminate pare paren dejen deja dejar arretez arrete arreter
  desist disable deactivate mute`);

/** Verbs that need no object: alone they ask to end texting. */
export const BARE_END_VERBS = words("stop quit stopping desist discontinue cease baja");

export const UNSUBSCRIBE_VERBS = words(`
  unsubscribe unsubscribing optout optingout deregister unenroll desuscribir desuscribirme desabonner`);

export const REMOVE_VERBS = words(
  "remove removing delete deleting erase drop scrub purge strike block take taking get let pull removed taken deleted off",
);

export const REVOKE_VERBS = words(
  "revoke revoking withdraw withdrawing rescind rescinding retract revoked",
);

export const TEXT_VERBS = words("text txt message msg contact sms spam bother harass dm solicit");
export const TEXTING_VERBS = words(`
  texting txting messaging msging contacting spamming bothering harassing pestering bugging soliciting dming
  smsing annoying textin txtin messagin contactin`);
export const CALL_VERBS = words("call calling phone phoning ring email emailing mail mailing");
export const SEND_VERBS = words(`
  send sending sendin blast blasting forward forwarding mandar mandarme manden mande enviar enviarme envien
  envie envoyez envoyer menvoyez`);
export const RECEIVE_VERBS = words(
  "receive receiving get getting have having see seeing be being hear hearing",
);
export const WISH_VERBS = words(`
  want wanting wish wishing need needing care interested wanna desire like consent consenting agree authorize authorise permit`);

/** The objects that decide what a verb ends or refuses. */
export type ObjectKind = "texts" | "list" | "consent" | "reminders" | "calls";

const NOUNS: Readonly<Record<ObjectKind, ReadonlySet<string>>> = {
  texts: words(`
    text texts txt txts message messages msg msgs sms mms texting messaging textmessages notifications
    notification alerts alert spam communication communications contact correspondence blasts blast
    solicitations solicitation thread mensajes mensaje textos marketing promo promos promotion promotions ads
    advertisements advertising adverts offers deals coupons discounts newsletters specials campaigns publicidad
    promociones promocodes announcements updates spams junk`),
  list: words(`
    list lists database db system systems records contacts directory files mailinglist listserv rolodex phonebook
    distribution file`),
  consent: words("consent permission authorization authorisation"),
  reminders: words("reminder reminders confirmations confirmation"),
  calls: words("call calls email emails phonecalls robocalls mail mails"),
};

const KIND_OF = new Map(
  Object.entries(NOUNS).flatMap(([kind, nouns]) =>
    [...nouns].map((noun) => [noun, kind as ObjectKind] as const),
  ),
);

export function kindOf(noun: string): ObjectKind | undefined {
  return KIND_OF.get(noun);
}

/** Nouns that name one thing, such as "the text on the cake"; without "more" they don't refuse texting. */
export const SINGULAR_TEXTS = words(
  "text txt message msg alert notification contact promo promotion mensaje reminder confirmation",
);

export const DETERMINERS = words(`
  the all any your ur yall yalls more such so many every each further future other future additional these those
  this that them it anything stuff everything crap shit things nonsense bs bullshit damn fucking stupid random
  annoying unwanted automated automatic daily weekly constant endless unsolicited new promotional kind type sort
  my me us of por los las estos estas de des les vos ces mas plus a an marketing some bulk group mass sales
  incoming its mailing client customer subscriber calling phone`);

/** Words that stand for texts when nothing else is named. */
export const VAGUE_OBJECTS = words(`
  these those this that them it anything stuff everything crap shit things nonsense bs bullshit more`);

/** Lists, places and times of the calendar: never a list of numbers to text. */
export const CALENDAR = words(`
  waitlist waitinglist wait waiting cancellation standby guest schedule calendar appointment appt appts
  appointments book books booking bookings class classes slot slots roster rotation lineup queue vip
  membership party group registry gift price`);

export const TIMES = words(`
  today tonight tomorrow monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays
  thursdays fridays saturdays sundays mon tue tues wed thu thur thurs fri sat sun am pm morning mornings
  afternoon evening night nights noon midnight weekend weekends weekdays late early yet hours hour week month
  later lunch work dinner sleep bedtime`);

/** Prepositions and conjunctions that end a noun phrase. */
export const PREPOSITIONS = words(`
  at on before after until till during while when in by between past from over as every about for regarding re
  with unless if except to because cuz bc since or than then so onto off via through i im ive we you youre thats
  only my me us here there`);

export const MISTAKES = words("accident accidentally mistake mistakenly oops accidently");
export const LAUGHTER =
  /\b(?:l+o+l+|lmf?ao+|rofl|(?:ha){2,}h?|(?:he){2,}h?|omg+|omfg|jk|kidding)\b|[😂🤣😆😅😊🥰😍😘😭😜😝💀☺😄😁]/u;
export const AFFECTION = words(`
  love blush blushing gorgeous cute sweet amazing funny crying kind stunning beautiful obsessed dying perfect
  spoiling flattering`);
export const BOOKING = words(`
  appointment appt book booked booking reschedule slot cut color facial massage nails lashes brows balayage see
  coming come running`);

/** Words between a refusal and what is refused. */
export const SKIPPED = words("to be being allowed permitted authorized me us in you u yall your");
