import * as z from "zod/mini";

/** The fields that are read. Twilio adds others without notice. */
const VoiceForm = z.object({
  CallSid: z.string().check(z.regex(/^CA[0-9a-f]{32}$/i)),
  From: z._default(z.string().check(z.maxLength(100)), ""),
  ForwardedFrom: z._default(z.string().check(z.maxLength(100)), ""),
  Direction: z._default(z.string(), "inbound"),
  CallStatus: z._default(z.string(), ""),
  CallDuration: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(86_400 * 7))),
  SpeechResult: z._default(z.string(), ""),
  Digits: z._default(z.string(), ""),
  HandoffData: z._default(z.string(), ""),
  DialCallStatus: z._default(z.string(), ""),
});

/** One request about a call. Fields that it does not carry are empty. */
export interface CallEvent {
  readonly callSid: string;
  readonly from: string;
  /** The number that forwarded the call, if its carrier says so; else empty. */
  readonly forwardedFrom: string;
  readonly isInbound: boolean;
  /** `missed` calls had no conversation; `completed` ones ended. */
  readonly status: "completed" | "missed" | "under way";
  readonly seconds: number | undefined;
  /** What the caller said. */
  readonly speech: string;
  readonly digits: string;
  /** What we sent with the end of the relay. */
  readonly handoff: string;
  /** Whether the person who got the call answered it. */
  readonly isDialAnswered: boolean;
}

const NEVER_ANSWERED = new Set(["busy", "no-answer", "canceled", "failed"]);

/** Reads a signed form about a call; returns undefined without a call's id. */
export function readVoiceWebhook(form: Readonly<Record<string, string>>): CallEvent | undefined {
  const { data } = VoiceForm.safeParse(form);
  return (
    data && {
      callSid: data.CallSid,
      from: data.From,
      forwardedFrom: data.ForwardedFrom,
      isInbound: data.Direction.startsWith("inbound"),
      status: NEVER_ANSWERED.has(data.CallStatus)
        ? "missed"
        : data.CallStatus === "completed"
          ? "completed"
          : "under way",
      seconds: data.CallDuration,
      speech: data.SpeechResult,
      digits: data.Digits,
      handoff: data.HandoffData,
      isDialAnswered: data.DialCallStatus === "completed" || data.DialCallStatus === "answered",
    }
  );
}
