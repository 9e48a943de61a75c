import { firstNameOf } from "#src/shared/names.ts";

type Line = readonly ["user" | "assistant" | "system", string];

export interface DemoCall {
  readonly minutesAgo: number;
  readonly seconds: number;
  /** The index of the client who called. Without it, the caller's number is `phone`, or withheld. */
  readonly client?: number;
  readonly phone?: string;
  /** Empty when the caller said nothing. */
  readonly turns: readonly Line[];
  readonly message?: string;
  readonly asked?: {
    readonly callerName: string;
    readonly preferredDate: string;
    readonly preferredTime: string;
    readonly requestedService: string;
    readonly notes: string;
    /** `employee` is the index of the employee. */
    readonly slot?: { employee: number; startsAt: string; durationMinutes: number };
    readonly decided?: { as: "booked" | "rejected"; minutesAgo: number };
  };
}

interface Cast {
  readonly name: (client: number) => string;
  /** Returns the next date on a weekday, as YYYY-MM-DD; 0 is Sunday. */
  readonly day: (weekday: number) => string;
}

const HOUR = 60;
const DAY = 24 * HOUR;
const GREETING: Line = [
  "assistant",
  "Thank you for calling Halcyon Skin and Hair. I'm an automated assistant, and this call is transcribed. How can I help you?",
];

/** Eight calls of the last few days, oldest first. */
export function demoCalls({ name, day }: Cast): readonly DemoCall[] {
  return [
    {
      minutesAgo: 4 * DAY + 130,
      seconds: 58,
      client: 14,
      turns: [
        GREETING,
        ["user", "Hi, quick one. Are you open on Sundays? And where do I park?"],
        [
          "assistant",
          "We are open Monday to Saturday, nine to five, and closed on Sundays. There's free parking behind the building, off Treadwell Street.",
        ],
        ["user", "Perfect, that's all I needed. Thanks."],
        ["assistant", "You're welcome. Goodbye!"],
      ],
    },
    {
      minutesAgo: 3 * DAY + 45,
      seconds: 96,
      phone: "+17375550871",
      turns: [
        GREETING,
        ["user", "Do you do laser tattoo removal? I have a small one on my wrist."],
        [
          "assistant",
          "I'm sorry, we don't offer that. I can take down your request, and someone will look at it.",
        ],
        ["user", "Sure, it's Dana Whitfield. Sometime next month."],
        ["system", "request_appointment"],
        [
          "assistant",
          "Thank you, Dana. I've made a note of it, and the team will be in touch if they can help.",
        ],
      ],
      asked: {
        callerName: "Dana Whitfield",
        preferredDate: "Sometime next month",
        preferredTime: "Any",
        requestedService: "Laser tattoo removal",
        notes: "A small one on the wrist. They know that we don't offer it.",
        decided: { as: "rejected", minutesAgo: 2 * DAY + 20 },
      },
    },
    { minutesAgo: 2 * DAY + 200, seconds: 9, phone: "+15125550933", turns: [] },
    {
      minutesAgo: DAY + 260,
      seconds: 141,
      client: 9,
      turns: [
        GREETING,
        ["user", "Hola, ¿habla español? Quisiera una cita para un facial."],
        ["assistant", "Claro que sí. ¿Qué día le viene bien?"],
        ["user", "El sábado por la mañana, a las diez si se puede."],
        ["system", "free_slots"],
        [
          "assistant",
          "El sábado a las diez está libre con Elena, para un facial hidratante de una hora. ¿Lo pido a su nombre?",
        ],
        ["user", `Sí, por favor. Soy ${name(9)}. Tengo la piel muy sensible.`],
        ["system", "request_appointment"],
        [
          "assistant",
          `Muy bien, ${firstNameOf(name(9))}. El salón lo confirma por mensaje de texto. ¡Hasta pronto!`,
        ],
      ],
      asked: {
        callerName: name(9),
        preferredDate: "El sábado",
        preferredTime: "A las diez de la mañana",
        requestedService: "Hydrating Facial",
        notes: "Speaks Spanish. Very sensitive skin.",
        slot: { employee: 0, startsAt: `${day(6)}T10:00:00`, durationMinutes: 60 },
      },
    },
    {
      minutesAgo: 22 * HOUR,
      seconds: 118,
      client: 21,
      turns: [
        GREETING,
        ["user", `Hi, this is ${name(21)}. Could Jo do my roots on Friday afternoon?`],
        ["system", "free_slots"],
        ["assistant", "Jo is free on Friday at four, for ninety minutes. Should I request that?"],
        ["user", "Four is great, yes please."],
        ["system", "request_appointment"],
        ["assistant", "Wonderful. The salon will confirm it by text. Have a good evening!"],
      ],
      asked: {
        callerName: name(21),
        preferredDate: "Friday",
        preferredTime: "In the afternoon, at four",
        requestedService: "Root Touch-up",
        notes: "Asked for Jo.",
        slot: { employee: 1, startsAt: `${day(5)}T16:00:00`, durationMinutes: 90 },
        decided: { as: "booked", minutesAgo: 3 * HOUR },
      },
    },
    {
      minutesAgo: 5 * HOUR,
      seconds: 52,
      client: 5,
      turns: [
        GREETING,
        ["user", "Can you tell Priya that I'm running fifteen minutes late? I'm stuck on MoPac."],
        ["assistant", "Of course. I'll pass that on to the team. Is there anything else?"],
        ["user", "No, that's it. Thank you!"],
        ["system", "leave_message"],
        ["assistant", "Done. Drive safely."],
      ],
      message: "Running fifteen minutes late for Priya, stuck on MoPac.",
    },
    {
      minutesAgo: 150,
      seconds: 104,
      phone: "+15125550862",
      turns: [
        GREETING,
        ["user", "Hey, my cousin told me about your brow lamination. Can I come in sometime?"],
        ["assistant", "I'd be happy to help. What day and time work best for you?"],
        ["user", "Whenever there's an opening next week, I get off work at half past five."],
        ["assistant", "And your name, please?"],
        ["user", "Tessa Boone."],
        ["system", "request_appointment"],
        ["assistant", "Thank you, Tessa. The team will look for a time and get back to you."],
      ],
      asked: {
        callerName: "Tessa Boone",
        preferredDate: "Next week, whenever there is an opening",
        preferredTime: "After half past five",
        requestedService: "Brow Lamination",
        notes: "First visit, recommended by a cousin. Works until 5:30 PM, after closing.",
      },
    },
    {
      minutesAgo: 38,
      seconds: 87,
      client: 2,
      turns: [
        GREETING,
        ["user", "Hello! I'd like a cut and blowout before a wedding. Thursday, around eleven?"],
        ["system", "free_slots"],
        [
          "assistant",
          "Tomas is free on Thursday at eleven for a cut and style. Does that work for you?",
        ],
        ["user", `Perfect. It's ${name(2)}, you have my number.`],
        ["system", "request_appointment"],
        ["assistant", "I've requested it. The salon will confirm by text. Enjoy the wedding!"],
      ],
      asked: {
        callerName: name(2),
        preferredDate: "Thursday",
        preferredTime: "Around eleven",
        requestedService: "Cut & Style",
        notes: "For a wedding.",
        slot: { employee: 3, startsAt: `${day(4)}T11:00:00`, durationMinutes: 45 },
      },
    },
  ];
}
