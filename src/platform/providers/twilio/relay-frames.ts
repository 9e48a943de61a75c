import { z } from "zod";

const Setup = z.object({
  type: z.literal("setup"),
  callSid: z.string().max(100),
  accountSid: z.string().optional(),
  customParameters: z.record(z.string(), z.unknown()).nullish(),
});
const Prompt = z.object({
  type: z.literal("prompt"),
  voicePrompt: z.string(),
  /** False for a partial transcript, which may still change. */
  last: z.boolean().default(true),
});
const Interrupt = z.object({
  type: z.literal("interrupt"),
  utteranceUntilInterrupt: z.string().default(""),
});
const Dtmf = z.object({ type: z.literal("dtmf"), digit: z.string().max(10) });
const Trouble = z.object({ type: z.literal("error"), description: z.string().default("") });

const Frame = z.discriminatedUnion("type", [Setup, Prompt, Interrupt, Dtmf, Trouble]);
type Frame = z.infer<typeof Frame>;
export type SetupFrame = z.infer<typeof Setup>;
/** What a caller does, and what goes wrong, after the setup. */
export type CallerFrame = Exclude<Frame, SetupFrame>;

/** Parses a ConversationRelay frame; returns undefined for anything else. */
export function readFrame(text: string): Frame | undefined {
  try {
    return Frame.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export function textFrame(token: string, last: boolean): string {
  return JSON.stringify({ type: "text", token, last });
}

/** Ends the relay. Twilio then requests the next verbs. */
export function endFrame(next: string): string {
  return JSON.stringify({ type: "end", handoffData: handoffData(next) });
}

/** Twilio returns this data with the next request. The number to dial comes from the settings only. */
export function handoffData(next: string): string {
  return JSON.stringify({ next });
}
