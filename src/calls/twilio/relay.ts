import type { Server, ServerWebSocket, WebSocketHandler } from "bun";
import { findCallBySid } from "#db/calls/calls.ts";
import type { App } from "#src/app.ts";
import type { Conversation } from "#src/calls/conversation/conversation.ts";
import { LIMITS, type Limits, MOST_CALLS } from "#src/calls/conversation/limits.ts";
import { isFull, letGo } from "#src/calls/conversation/live-calls.ts";
import type { Line } from "#src/calls/conversation/transport.ts";
import { problemResponse } from "#src/platform/http/problems.ts";
import { countWebhook } from "#src/platform/metrics/metrics.ts";
import { isSignedByTwilio } from "#src/platform/providers/twilio/signature.ts";
import { twilioCredentials, webhookBaseUrl } from "#src/platform/settings/settings.ts";
import { Problem } from "#src/shared/problem.ts";
import { relayAddress, VOICE } from "./addresses.ts";
import { endFrame, readFrame, type SetupFrame, textFrame } from "./frames.ts";
import { takeCall } from "./opening.ts";
import { isPassFor } from "./token.ts";

/** One socket of Twilio's: one call. */
interface Held {
  frames: number;
  callSid: string | undefined;
  /** Set by the first setup; undefined where it was refused. */
  ready: Promise<Conversation | undefined> | undefined;
}
type Socket = ServerWebSocket<Held>;

export interface Relay {
  readonly isFor: (request: Request) => boolean;
  /** Answers only a refusal: what is let in is no request any more. */
  readonly shakeHands: (request: Request, server: Server<Held>) => Promise<Response | undefined>;
  /** Once the calls are hung up: a server that stops would wait for these, and callers in silence. */
  readonly closeAll: () => void;
  readonly websocket: WebSocketHandler<Held>;
}

interface Options {
  readonly limits?: Limits;
  /** How long Twilio reads aloud: an "end" cuts off what it has not said yet. */
  readonly msPerCharacter?: number;
}

/** A caller says a sentence, not a book. */
const LARGEST_FRAME = 16 * 1024;
const MOST_FRAMES = 2_000;
const SETUP_MS = 10_000;
const MS_PER_CHARACTER = 65;
const POLICY = 1008;
const BROKEN = 1011;
const RESTARTING = 1012;
/** Without a word of goodbye: the line was cut. */
const CUT = 1006;

/** Twilio's ConversationRelay: its frames become what the conversation hears, and the other way round. */
export function relayOf(
  app: App,
  { limits = LIMITS, msPerCharacter = MS_PER_CHARACTER }: Options = {},
): Relay {
  const open = new Set<Socket>();

  async function shakeHands(request: Request, server: Server<Held>): Promise<Response | undefined> {
    if (!(await isTwilio(app, request))) {
      countWebhook(app, "refused");
      app.log("warn", "a handshake of a call was refused", { path: VOICE.relay });
      return problemResponse(new Problem(403, "The signature is not Twilio's."));
    }
    if (open.size >= MOST_CALLS)
      return problemResponse(new Problem(503, "There are too many calls."));
    const data: Held = { frames: 0, callSid: undefined, ready: undefined };
    if (server.upgrade(request, { data })) return undefined;
    return problemResponse(new Problem(400, "This address takes a WebSocket."));
  }

  function hear(socket: Socket, text: string): void {
    const held = socket.data;
    held.frames += 1;
    if (held.frames > MOST_FRAMES) socket.close(POLICY, "too many frames");
    const frame = held.frames > MOST_FRAMES ? undefined : readFrame(text);
    if (!frame) return;
    if (frame.type === "setup") {
      held.ready ??= begin(socket, frame).catch((error: unknown) => unable(socket, error));
      return;
    }
    held.ready
      ?.then(async (conversation) => {
        if (!conversation) return;
        if (frame.type === "prompt" && frame.last) await conversation.hear(frame.voicePrompt);
        if (frame.type === "interrupt") conversation.interrupt(frame.utteranceUntilInterrupt);
        if (frame.type === "dtmf") await conversation.press(frame.digit);
        if (frame.type === "error")
          app.log("warn", "Twilio did not take what we sent", { reason: frame.description });
      })
      .catch((error: unknown) => app.log("error", "bug", { while: "hearing a caller", error }));
  }

  async function begin(socket: Socket, setup: SetupFrame): Promise<Conversation | undefined> {
    const { callSid } = setup;
    const call = findCallBySid(app.db, callSid);
    const isOurs =
      [undefined, twilioCredentials(app)?.accountSid].includes(setup.accountSid) &&
      isPassFor(app, callSid, String(setup.customParameters?.["pass"] ?? ""));
    const conversation =
      isOurs && call?.status === "in_progress" && !isFull(app)
        ? await takeCall(app, call, lineTo(socket), limits)
        : undefined;
    if (!conversation) {
      app.log("warn", "a socket came for no call of ours");
      socket.close(POLICY, "no such call");
      return undefined;
    }
    socket.data.callSid = callSid;
    return conversation;
  }

  /** Of ours, such as a database that cannot be read: Twilio asks what comes after, a voicemail. */
  function unable(socket: Socket, error: unknown): undefined {
    app.log("error", "bug", { while: "beginning a call", error });
    socket.close(BROKEN, "the server failed");
  }

  function lineTo(socket: Socket): Line {
    let characters = 0;
    let isOver = false;
    return {
      say(words, last) {
        socket.send(textFrame(words, last));
        characters = (isOver ? 0 : characters) + words.length;
        isOver = last;
      },
      end(next) {
        setTimeout(() => socket.send(endFrame(next)), characters * msPerCharacter);
      },
    };
  }

  async function over(socket: Socket, code: number): Promise<void> {
    const conversation = await socket.data.ready;
    if (!conversation) return;
    if (socket.data.callSid !== undefined) letGo(app, socket.data.callSid);
    await conversation.hangUp(code === CUT ? "cut" : "gone");
  }

  return {
    isFor: (request) =>
      new URL(request.url).pathname === VOICE.relay &&
      request.headers.get("upgrade")?.toLowerCase() === "websocket",
    shakeHands,
    closeAll() {
      for (const socket of open) socket.close(RESTARTING, "the server stops");
    },
    websocket: {
      maxPayloadLength: LARGEST_FRAME,
      perMessageDeflate: false,
      open(socket) {
        open.add(socket);
        setTimeout(() => {
          if (!socket.data.ready) socket.close(POLICY, "no setup");
        }, SETUP_MS).unref();
      },
      message(socket, message) {
        if (typeof message === "string") hear(socket, message);
      },
      close(socket, code) {
        open.delete(socket);
        over(socket, code).catch((error: unknown) =>
          app.log("error", "the end of a call was not written down", { error }),
        );
      },
    },
  };
}

/** Over the address that our TwiML named, and no fields: a handshake has no form. */
async function isTwilio(app: App, request: Request): Promise<boolean> {
  const credentials = twilioCredentials(app);
  if (!credentials || webhookBaseUrl(app) === undefined) return false;
  const signed = request.headers.get("x-twilio-signature") ?? undefined;
  const address = relayAddress(app) + new URL(request.url).search;
  return isSignedByTwilio(credentials.authToken, signed, address, {});
}
