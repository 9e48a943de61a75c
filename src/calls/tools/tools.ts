import { z } from "zod";
import type { App } from "#src/app.ts";
import type { CallRecord } from "#src/calls/conversation/conversation-options.ts";
import { handoverNumber } from "#src/calls/twilio/own-numbers.ts";
import type { AiTool, ToolCall } from "#src/platform/providers/ai.ts";
import { findOwn } from "#src/shared/find-own.ts";
import { lazy } from "#src/shared/lazy.ts";
import { parseRequest } from "./booking-request.ts";
import { findFreeTimes } from "./free-times.ts";
import {
  cleanText,
  FreeSlots,
  HandOver,
  JoinWaitlist,
  LeaveMessage,
  parseArgs,
  RequestAppointment,
} from "./tool-shapes.ts";
import { parseWaitlistRequest } from "./waitlist-request.ts";

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
    description:
      "All free times of some days, or whether an exact time is free. The list is complete unless it says that there are more.",
    shape: FreeSlots,
    run: async (app, _record, args: z.infer<typeof FreeSlots>) => ({
      result: await findFreeTimes(app, args),
    }),
  },
  request_appointment: {
    description:
      "Passes on what the caller would like. The staff confirm it later; nothing is booked.",
    shape: RequestAppointment,
    async run(app, record, args: z.infer<typeof RequestAppointment>) {
      const parsed = await parseRequest(app, args);
      if ("problem" in parsed) return { result: parsed };
      const outcome = await record.requestAppointment(parsed.request);
      if (outcome === "too many")
        return { result: { problem: "This call has enough requests. Take a message instead." } };
      return {
        result: {
          noted: true,
          ...(outcome === "replaced" && { replaced: "the caller's earlier request" }),
          free: parsed.request.slot !== undefined,
          when: parsed.when ?? null,
          next: "Read the day and time back. The staff will confirm it.",
        },
      };
    },
  },
  join_waitlist: {
    description:
      "Puts the caller on the waitlist when no time suits them. Offers come as texts to the number they call from.",
    shape: JoinWaitlist,
    async run(app, record, args: z.infer<typeof JoinWaitlist>) {
      const parsed = await parseWaitlistRequest(app, args);
      if ("problem" in parsed) return { result: parsed };
      const problem = await record.joinWaitlist(parsed);
      if (problem !== undefined) return { result: { problem } };
      return {
        result: {
          added: true,
          next: "Say that we text when a time opens up, that YES takes it, and that STOP ends the texts.",
        },
      };
    },
  },
  leave_message: {
    description: "Takes a message for the staff.",
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

export const listTools = lazy((): readonly AiTool[] =>
  Object.entries(TOOLS).map(([name, { description, shape }]) => {
    const { $schema: _, ...parameters } = z.toJSONSchema(shape);
    return { name, description, parameters };
  }),
);

/** Runs a tool. An unknown tool or invalid arguments return a problem for the model to read. */
export async function runTool(app: App, record: CallRecord, call: ToolCall): Promise<ToolAnswer> {
  const tool = findOwn(TOOLS, call.name);
  if (!tool) return { result: { problem: "This tool doesn't exist." } };
  const args = parseArgs(tool.shape, jsonOf(call.args));
  if (!args.success)
    return { result: { problem: `Bad arguments: ${z.prettifyError(args.error)}` } };
  return tool.run(app, record, args.data as never);
}

/**
 * Returns "request_appointment, name: Ana Silva" for the transcript. The values are decoded, because
 * names and numbers that are escaped in JSON would not be masked.
 */
export function describeToolCall({ name, args }: ToolCall): string {
  const fields = Object.entries(Object(jsonOf(args)) as Record<string, unknown>)
    .filter(([, value]) => ["string", "number", "boolean"].includes(typeof value))
    .map(([field, value]) => `${field}: ${value}`);
  return cleanText([name, ...fields].join(", "), MAX_DESCRIPTION_LENGTH);
}

/** Whether such a description is of a caller who asked for a person. */
export function isHandOver(description: string): boolean {
  return /^hand_over\b/.test(description);
}

const MAX_DESCRIPTION_LENGTH = 500;

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
