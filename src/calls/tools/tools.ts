import { z } from "zod";
import type { App } from "#src/app.ts";
import type { CallRecord } from "#src/calls/conversation/record.ts";
import { handoverNumber } from "#src/calls/twilio/own-numbers.ts";
import type { AiTool, ToolCall } from "#src/platform/providers/ai.ts";
import { parseRequest } from "./booking-request.ts";
import { cleanText } from "./clean-text.ts";
import { findFreeTimes } from "./free-times.ts";
import { FreeSlots, HandOver, LeaveMessage, RequestAppointment } from "./tool-shapes.ts";

/** The result that the model reads, and whether the call is handed over to a person. */
export interface ToolAnswer {
  readonly result: object;
  readonly handsOver?: boolean;
}

interface Tool {
  readonly description: string;
  readonly shape: z.ZodObject;
  readonly run: (app: App, record: CallRecord, args: never) => ToolAnswer | Promise<ToolAnswer>;
}

/** Everything that the model can do. No tool books, cancels, or reads client data. */
const TOOLS: Readonly<Record<string, Tool>> = {
  free_slots: {
    description: "Free times in the book: times and first names of the staff, nothing else.",
    shape: FreeSlots,
    run: (app, _record, args: z.infer<typeof FreeSlots>) => ({ result: findFreeTimes(app, args) }),
  },
  request_appointment: {
    description: "Notes what the caller would like. The staff confirm it later; nothing is booked.",
    shape: RequestAppointment,
    async run(app, record, args: z.infer<typeof RequestAppointment>) {
      const request = parseRequest(app, args);
      if ("problem" in request) return { result: request };
      const outcome = await record.requestAppointment(request);
      if (outcome === "too many")
        return { result: { problem: "This call has enough requests. Take a message instead." } };
      return {
        result: {
          noted: true,
          free: request.slot !== undefined,
          next: "The staff will confirm it.",
        },
      };
    },
  },
  leave_message: {
    description: "Keeps a message for the staff.",
    shape: LeaveMessage,
    async run(_app, record, { words }: z.infer<typeof LeaveMessage>) {
      const message = cleanText(words, MAX_MESSAGE_LENGTH);
      if (message === "") return { result: { problem: "The message is empty." } };
      await record.leaveMessage(message);
      return { result: { kept: true } };
    },
  },
  hand_over: {
    description: "Connects the caller to a person, when they ask for one.",
    shape: HandOver,
    run: (app) =>
      handoverNumber(app) === undefined
        ? { result: { problem: "The staff can't be reached now. Offer to take a message." } }
        : { result: { connecting: true }, handsOver: true },
  },
};

const MAX_MESSAGE_LENGTH = 1_000;

export const AI_TOOLS: readonly AiTool[] = Object.entries(TOOLS).map(
  ([name, { description, shape }]) => {
    const { $schema: _, ...parameters } = z.toJSONSchema(shape);
    return { name, description, parameters };
  },
);

/** Runs a tool. An unknown tool or invalid arguments return a problem for the model to read. */
export async function runTool(app: App, record: CallRecord, call: ToolCall): Promise<ToolAnswer> {
  const tool = Object.hasOwn(TOOLS, call.name) ? TOOLS[call.name] : undefined;
  if (!tool) return { result: { problem: "There is no such tool." } };
  const args = tool.shape.safeParse(jsonOf(call.args));
  if (!args.success)
    return { result: { problem: `Bad arguments: ${z.prettifyError(args.error)}` } };
  return tool.run(app, record, args.data as never);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
