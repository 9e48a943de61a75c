import { z } from "zod";
import type { App } from "#src/app.ts";
import type { CallRecord } from "#src/calls/conversation/record.ts";
import { handoverNumber } from "#src/calls/twilio/own-numbers.ts";
import type { AiTool, ToolCall } from "#src/platform/providers/ai.ts";
import { readRequest } from "./booking-request.ts";
import { freeTimes } from "./free-times.ts";
import { tidy } from "./tidy.ts";
import { FreeSlots, HandOver, LeaveMessage, RequestAppointment } from "./tool-shapes.ts";

/** What the model reads of a tool's work, and whether the call goes to a person now. */
export interface ToolAnswer {
  readonly said: object;
  readonly handsOver?: boolean;
}

interface Tool {
  readonly description: string;
  readonly shape: z.ZodObject;
  readonly run: (app: App, record: CallRecord, args: never) => ToolAnswer | Promise<ToolAnswer>;
}

/** All that the model can do. None books, cancels, or reads anything of a client. */
const TOOLS: Readonly<Record<string, Tool>> = {
  free_slots: {
    description: "Free times in the book: times and first names of the staff, nothing else.",
    shape: FreeSlots,
    run: (app, _record, args: z.infer<typeof FreeSlots>) => ({ said: freeTimes(app, args) }),
  },
  request_appointment: {
    description: "Notes what the caller would like. The staff confirm it later; nothing is booked.",
    shape: RequestAppointment,
    async run(app, record, args: z.infer<typeof RequestAppointment>) {
      const request = readRequest(app, args);
      if ("problem" in request) return { said: request };
      const result = await record.ask(request);
      if (result === "too many")
        return { said: { problem: "This call has enough requests. Take a message instead." } };
      return {
        said: { noted: true, free: request.slot !== undefined, next: "The staff will confirm it." },
      };
    },
  },
  leave_message: {
    description: "Keeps a message for the staff.",
    shape: LeaveMessage,
    async run(_app, record, { words }: z.infer<typeof LeaveMessage>) {
      const message = tidy(words, MOST_MESSAGE);
      if (message === "") return { said: { problem: "The message is empty." } };
      await record.leave(message);
      return { said: { kept: true } };
    },
  },
  hand_over: {
    description: "Connects the caller to a person, when they ask for one.",
    shape: HandOver,
    run: (app) =>
      handoverNumber(app) === undefined
        ? { said: { problem: "Nobody can be reached now. Offer to take a message." } }
        : { said: { connecting: true }, handsOver: true },
  },
};

const MOST_MESSAGE = 1_000;

export const AI_TOOLS: readonly AiTool[] = Object.entries(TOOLS).map(
  ([name, { description, shape }]) => {
    const { $schema: _, ...parameters } = z.toJSONSchema(shape);
    return { name, description, parameters };
  },
);

/** Whatever the model asks for: another tool than ours, or arguments of another shape, does nothing. */
export async function runTool(app: App, record: CallRecord, call: ToolCall): Promise<ToolAnswer> {
  const tool = Object.hasOwn(TOOLS, call.name) ? TOOLS[call.name] : undefined;
  if (!tool) return { said: { problem: "There is no such tool." } };
  const args = tool.shape.safeParse(jsonOf(call.args));
  if (!args.success) return { said: { problem: `Bad arguments: ${z.prettifyError(args.error)}` } };
  return tool.run(app, record, args.data as never);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
