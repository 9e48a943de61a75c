import type { AiMessage, AiPiece, AiProvider, AiQuestion } from "#src/platform/providers/ai.ts";
import { checkPassed } from "#src/platform/providers/check.ts";
import { addDays } from "#src/shared/wall-time.ts";

const FIRST_WORD_MS = 250;
const WORD_MS = 30;

interface Reply {
  readonly text: string;
  readonly call?: { readonly name: string; readonly args: object };
}

const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** The demo's assistant: a few simple rules in this process. Nothing leaves the computer. */
export function connectScriptedAi(): AiProvider {
  return {
    check: async () => checkPassed("This is a demo: a scripted assistant answers."),
    draftAgreement: async ({ kind, facts }) => ({
      kind: "done",
      text: `# ${kind === "membership" ? "Membership" : "Payment plan"} agreement\n\n## What is agreed\n\n${facts
        .split("\n")
        .join("\n\n")}`,
    }),
    answer: answerFromScript,
  };
}

async function* answerFromScript(
  { messages }: AiQuestion,
  signal: AbortSignal,
): AsyncGenerator<AiPiece> {
  await Bun.sleep(FIRST_WORD_MS);
  if (signal.aborted) return;
  const reply = nextReply(messages as readonly AiMessage[]);
  for (const word of reply.text.match(/\S+\s*/g) ?? []) {
    if (signal.aborted) return;
    yield { kind: "text", text: word };
    await Bun.sleep(WORD_MS);
  }
  if (reply.call)
    yield {
      kind: "tool",
      call: {
        id: `call-${messages.length}`,
        name: reply.call.name,
        args: JSON.stringify(reply.call.args),
      },
    };
}

/** Returns what the scripted assistant says or does next in a conversation. */
function nextReply(messages: readonly AiMessage[]): Reply {
  const last = messages.at(-1);
  if (last?.role === "tool") return replyToTool(messages, last.content);
  const said = last?.content ?? "";
  if (/\b(person|human|someone|somebody|manager)\b/i.test(said))
    return { text: "Of course. ", call: { name: "hand_over", args: { reason: "asked for it" } } };
  if (/\b(cancel|move|reschedule|tell|message|running late)\b/i.test(said))
    return { text: "", call: { name: "leave_message", args: { words: said } } };
  if (/\b(how much|price|cost)\b/i.test(said))
    return { text: "I don't know our prices for sure. Shall I take a message for the team?" };
  return askForDetails(messages);
}

function askForDetails(messages: readonly AiMessage[]): Reply {
  const wanted = readRequest(messages);
  if (!wanted.service) return { text: "Gladly. Which service would you like?" };
  if (!wanted.day) return { text: `${wanted.service}, very well. Which day suits you?` };
  const { date, phrase } = wanted.day;
  if (!wanted.lookedUp.has(date))
    return {
      text: "Let me look. ",
      call: {
        name: "free_slots",
        args: { from: date, to: date, part: null, employee: null, service: wanted.service },
      },
    };
  if (!wanted.time) return { text: "Which of these times would you like?" };
  if (!wanted.name) return { text: "And what is your name, please?" };
  return {
    text: "",
    call: {
      name: "request_appointment",
      args: {
        name: wanted.name,
        service: wanted.service,
        day_words: phrase,
        time_words: wanted.time.phrase,
        date,
        time: wanted.time.clock,
        employee: null,
        notes: null,
      },
    },
  };
}

function replyToTool(messages: readonly AiMessage[], content: string): Reply {
  const done = JSON.parse(content) as {
    problem?: string;
    kept?: boolean;
    noted?: boolean;
    free?: boolean;
    when?: string;
    nearest?: string[];
    days?: { day: string; suggested: string[] }[];
  };
  if (done.nearest?.length)
    return {
      text: `${done.problem} ${done.nearest.slice(0, 2).join(" or ")} is free. Which would you like?`,
    };
  if (done.problem)
    return { text: "I'm sorry, that didn't work. Shall I take a message for the team?" };
  if (done.kept) return { text: "I'll pass it on to the team. Is there anything else?" };
  if (done.noted)
    return {
      text: done.free
        ? `I've passed on your request for ${done.when}. The team will confirm it. Goodbye!`
        : "I've passed it on. The team will check that time and get back to you.",
    };
  const [day] = done.days ?? [];
  if (!day || day.suggested.length === 0)
    return { text: "Nothing is free that day. Would another day suit you?" };
  const times = day.suggested.slice(0, 3);
  const { name } = readRequest(messages);
  return {
    text: `On ${day.day} we have ${times.join(", ")}. Which one would you like${name ? "" : ", and what is your name"}?`,
  };
}

function readRequest(messages: readonly AiMessage[]) {
  const system = messages[0]?.content ?? "";
  const said = messages.flatMap(({ role, content }) => (role === "user" ? [content] : []));
  const listed = /^Services: (.*)$/m.exec(system)?.[1] ?? "";
  const services = [...listed.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, service = ""]) => service);
  const today = /^Today: (\d{4}-\d\d-\d\d)/m.exec(system)?.[1] ?? "2026-01-01";
  const lookedUp = new Set(
    messages.flatMap((message) =>
      message.role === "assistant"
        ? (message.calls ?? []).flatMap(({ args }) => /"from":"([\d-]+)"/.exec(args)?.[1] ?? [])
        : [],
    ),
  );
  return {
    service: findLatest(said, (text) => findService(text, services)),
    day: findLatest(said, (text) => findDay(text, today)),
    time: findLatest(said, findTime),
    name: findLatest(said, findName),
    lookedUp,
  };
}

function findLatest<Found>(
  said: readonly string[],
  find: (text: string) => Found | undefined,
): Found | undefined {
  return said.map(find).findLast((found) => found !== undefined);
}

function findService(text: string, services: readonly string[]): string | undefined {
  const low = text.toLowerCase();
  const known = services.find((service) => low.includes(service.toLowerCase()));
  const plain = /\b(haircut|cut|color|colour|facial|massage|brows?|balayage|peel|wax)\b/i.exec(low);
  const part = services.find((service) => plain && service.toLowerCase().includes(plain[0]));
  return known ?? part ?? plain?.[0];
}

function findDay(text: string, today: string): { date: string; phrase: string } | undefined {
  const low = text.toLowerCase();
  if (/\btoday\b/.test(low)) return { date: today, phrase: "today" };
  if (/\btomorrow\b/.test(low)) return { date: addDays(today, 1), phrase: "tomorrow" };
  const weekday = WEEKDAYS.findIndex((day) => new RegExp(`\\b${day}\\b`).test(low));
  if (weekday < 0) return undefined;
  const now = new Date(`${today}T12:00:00Z`).getUTCDay();
  const ahead = (weekday - now + 7) % 7 || 7;
  return { date: addDays(today, ahead), phrase: WEEKDAYS[weekday] ?? "" };
}

function findTime(text: string): { clock: string; phrase: string } | undefined {
  const found = /\b(\d{1,2})(?::(\d\d))?\s*([ap])\.?\s?m\b/i.exec(text);
  if (!found) return undefined;
  const hour = (Number(found[1]) % 12) + (found[3]?.toLowerCase() === "p" ? 12 : 0);
  return { clock: `${String(hour).padStart(2, "0")}:${found[2] ?? "00"}`, phrase: found[0] };
}

function findName(text: string): string | undefined {
  const found = /\b(?:my name is|this is|i am|i'm|it's)\s+([\p{L}'’-]+(?:\s+[\p{L}'’-]+)?)/iu.exec(
    text,
  );
  return found?.[1];
}
