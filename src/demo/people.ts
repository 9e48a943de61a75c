const FIRST =
  `Odalys Brooke Imani Renata Camille Grace Hana Noor Ruth Lucía Mei Joan Adaeze Wren Cleo Simone Theo Ada
  Marguerite Delphine Amara Kit Soledad Priscilla Beatriz Celeste Dahlia Esme Farrah Gwen Hollis Ines Juno Keiko Leila
  Marisol Nadia Opal Paloma Quinn Rosalind Saoirse Tamsin Una Vivian Willa Xiomara Yara Anne-Marie`.split(
    /\s+/,
  );
const LAST =
  `Quintero Tanaka Okafor Silva Dupré Lindqvist Kim Haddad Abernathy Ferrer Castellano Whitlock Obi Calloway
  Park Hart Marsh Byrne Bell Roux Osei Navarro Vance Huang Moreau Novak Delgado Ellery Fontaine Greer Holt Ibarra
  Jansen Kaur Lowell Mbeki Nakamura Ortega Pruitt O’Neil-Łuczak`.split(/\s+/);

/** Returns `count` different names, always the same. */
export function clientNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const shift = Math.floor(index / FIRST.length);
    return `${FIRST[index % FIRST.length]} ${LAST[(index + shift * 7) % LAST.length]}`;
  });
}

export const PAST_CAMPAIGNS = [
  {
    name: "Membership Perks",
    message:
      "Your Glow Club bonus is ready: one complimentary brow shaping in November. Reply BROWS to book. Reply STOP to opt out.",
    daysAgo: 13,
    share: 2,
    replies: ["BROWS", "BROWS please!", "Can I use it in December?"],
  },
  {
    name: "October No-shows",
    message:
      "We missed you! Reply to this text and we will hold your usual chair for another day this week.",
    daysAgo: 9,
    share: 6,
    replies: ["So sorry, could I come on Friday instead?"],
  },
  {
    name: "Balayage Refresh",
    message:
      "Jo has three Saturday openings for balayage refreshes. First come, first served. Reply with a time.",
    daysAgo: 6,
    share: 3,
    replies: ["11 works for me", "STOP", "Is 2pm still free?"],
  },
  {
    name: "Saturday Facials",
    message:
      "Saturday is open 9 to 5, with a few facials left. Reply with a time and we will hold it for you.",
    daysAgo: 1,
    share: 1,
    replies: [
      "Thank you!",
      "Do you have 10am on Saturday?",
      "please stop texting me",
      "Perfect, thank you both",
    ],
  },
] as const;

interface Chat {
  readonly lines: readonly { readonly from: "client" | "salon"; readonly body: string }[];
  readonly minutesAgo: number;
  readonly unread: boolean;
}

const client = (body: string) => ({ from: "client", body }) as const;
const salon = (body: string) => ({ from: "salon", body }) as const;

/** Chats with the first clients of the list, newest first. */
export const CHATS: readonly Chat[] = [
  {
    minutesAgo: 2,
    unread: true,
    lines: [
      client("BOOK"),
      salon("Lovely! Elena has Tuesday at 2:30 or Wednesday at 3:30."),
      salon("Which suits you better?"),
      client("Yes please, the 2:30 works."),
      client(
        "Can you also tell me if the peel is ok before my trip next week? I burn easily and we'll be at the beach",
      ),
    ],
  },
  {
    minutesAgo: 120,
    unread: false,
    lines: [
      client("Do I need a patch test before the tint?"),
      salon("We can do a patch test on Monday, it takes five minutes."),
    ],
  },
  {
    minutesAgo: 60,
    unread: false,
    lines: [client("Do you have gift cards?"), salon("We do, Imani. They're at the front desk.")],
  },
  { minutesAgo: 31, unread: true, lines: [client("Running 10 min late, so sorry!")] },
  { minutesAgo: 190, unread: false, lines: [client("STOP")] },
  {
    minutesAgo: 22 * 60,
    unread: false,
    lines: [salon("Your serum is here, shall we put it aside?"), client("Perfect, thank you both")],
  },
];

export const QUICK_REPLIES = [
  {
    title: "Opening hours",
    body: "Hi {firstName|there}, we are open Monday to Saturday, 9 to 5. Which day suits you?",
  },
  {
    title: "Patch test",
    body: "Before your first peel we do a free patch test, 10 minutes, two days ahead. Shall I book you in, {firstName|there}?",
  },
  {
    title: "Directions",
    body: "We are at 1204 South Lamar, next to the bakery. Parking is free behind the building.",
  },
  {
    title: "Cancellation",
    body: "No problem, {firstName|there}. I've canceled it. Would you like another day?",
  },
  { title: "Thank you", body: "Thank you, {firstName|there}! See you soon." },
];
