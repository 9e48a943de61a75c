import type { Server, ServerWebSocket, WebSocketHandler } from "bun";
import { findCallBySid } from "#db/calls/calls.ts";
import type { App } from "#src/app.ts";
import { connectCall } from "#src/calls/conversation/connect-call.ts";
import type {
  Conversation,
  Disconnection,
  Transport,
} from "#src/calls/conversation/conversation-options.ts";
import { LIMITS, type Limits, MAX_CALLS } from "#src/calls/conversation/limits.ts";
import { isAtCapacity, unregisterCall } from "#src/calls/conversation/live-calls.ts";
import { problemResponse } from "#src/platform/http/problems.ts";
import { countWebhook } from "#src/platform/metrics/metrics.ts";
import { twilioCredentials } from "#src/platform/providers/twilio/credentials.ts";
import {
  endFrame,
  readFrame,
  type SetupFrame,
  textFrame,
} from "#src/platform/providers/twilio/relay-frames.ts";
import { isSignedByTwilio } from "#src/platform/providers/twilio/signed-form.ts";
import { webhookBaseUrl } from "#src/platform/settings/settings.ts";
import { Problem } from "#src/shared/problem.ts";
import { isCallToken, relayUrl, VOICE_PATHS } from "./addresses.ts";
import { createKeypad, type KeyPauses, type Keypad } from "./keypad.ts";

/** The state of one Twilio socket, which carries one call. */
interface SocketState {
  frames: number;
  callSid: string | undefined;
  /** Set by the first setup frame; resolves to undefined if the call was refused. */
  ready: Promise<Conversation | undefined> | undefined;
  keypad: Keypad | undefined;
  /** When Twilio will have spoken everything, in milliseconds of performance.now(). */
  spokenUntil: number;
}
type Socket = ServerWebSocket<SocketState>;

export interface Relay {
  readonly matches: (request: Request) => boolean;
  /** Upgrades the request to a WebSocket. Returns a response only to refuse it. */
  readonly upgrade: (
    request: Request,
    server: Server<SocketState>,
  ) => Promise<Response | undefined>;
  /** Closes the sockets of ended calls, which would otherwise delay the shutdown. */
  readonly closeAll: () => void;
  readonly websocket: WebSocketHandler<SocketState>;
}

interface Options {
  readonly limits?: Limits;
  /** Twilio's speaking rate. An "end" frame cuts off words that are still to be spoken. */
  readonly msPerCharacter?: number;
  readonly keyPauses?: KeyPauses;
}

/** Far more than a spoken sentence needs. */
const MAX_FRAME_BYTES = 16 * 1024;
const MAX_FRAMES = 2_000;
const SETUP_TIMEOUT_MS = 10_000;
const MS_PER_CHARACTER = 65;
/** WebSocket close codes of RFC 6455 and its registry. */
const POLICY_VIOLATION = 1008;
const SERVER_ERROR = 1011;
const SERVICE_RESTART = 1012;
/** The connection was lost without a close frame. */
const ABNORMAL_CLOSURE = 1006;
const DISCONNECTIONS: Readonly<Record<number, Disconnection>> = {
  [ABNORMAL_CLOSURE]: "cut off",
  [SERVICE_RESTART]: "server stopped",
};

/** Connects Twilio's ConversationRelay sockets to conversations. */
export function createRelay(
  app: App,
  { limits = LIMITS, msPerCharacter = MS_PER_CHARACTER, keyPauses }: Options = {},
): Relay {
  const open = new Set<Socket>();

  async function upgrade(
    request: Request,
    server: Server<SocketState>,
  ): Promise<Response | undefined> {
    if (!(await isSignedHandshake(app, request))) {
      countWebhook(app, "refused");
      app.log("warn", "refused a call's WebSocket handshake", { path: VOICE_PATHS.relay });
      return problemResponse(new Problem(403, "The signature isn't Twilio's."));
    }
    if (open.size >= MAX_CALLS) return problemResponse(new Problem(503, "Too many calls at once."));
    const data: SocketState = {
      frames: 0,
      callSid: undefined,
      ready: undefined,
      keypad: undefined,
      spokenUntil: 0,
    };
    if (server.upgrade(request, { data })) return undefined;
    return problemResponse(new Problem(400, "Expected a WebSocket connection."));
  }

  function onMessage(socket: Socket, text: string): void {
    const state = socket.data;
    state.frames += 1;
    if (state.frames > MAX_FRAMES) socket.close(POLICY_VIOLATION, "too many frames");
    const frame = state.frames > MAX_FRAMES ? undefined : readFrame(text);
    if (!frame) return;
    if (frame.type === "setup") {
      state.ready ??= onSetup(socket, frame).catch((error: unknown) =>
        closeAfterError(socket, error),
      );
      return;
    }
    state.ready
      ?.then(async (conversation) => {
        if (!conversation) return;
        if (frame.type === "prompt" && frame.last) {
          state.keypad?.flush();
          await conversation.onTranscript(frame.voicePrompt);
        }
        if (frame.type === "interrupt") {
          state.spokenUntil = 0;
          conversation.onInterrupt(frame.utteranceUntilInterrupt);
        }
        if (frame.type === "dtmf" && /^[0-9*#]$/.test(frame.digit))
          state.keypad?.press(frame.digit);
        if (frame.type === "error")
          app.log("warn", "Twilio reported an error on a call", { reason: frame.description });
      })
      .catch((error: unknown) => app.log("error", "bug", { while: "hearing a caller", error }));
  }

  async function onSetup(socket: Socket, setup: SetupFrame): Promise<Conversation | undefined> {
    const { callSid } = setup;
    const call = findCallBySid(app.db, callSid);
    const isGenuine =
      [undefined, twilioCredentials(app)?.accountSid].includes(setup.accountSid) &&
      isCallToken(app, callSid, String(setup.customParameters?.["pass"] ?? ""));
    const conversation =
      isGenuine && call?.status === "in_progress" && !isAtCapacity(app)
        ? await connectCall(app, call, createTransport(socket), limits)
        : undefined;
    if (!conversation) {
      app.log("warn", "refused a socket for an unknown call");
      socket.close(POLICY_VIOLATION, "no such call");
      return undefined;
    }
    socket.data.callSid = callSid;
    socket.data.keypad = createKeypad((keys) => {
      conversation
        .onKeys(keys)
        .catch((error: unknown) => app.log("error", "bug", { while: "taking keys", error }));
    }, keyPauses);
    return conversation;
  }

  /** Closes the socket after a server failure. Twilio then requests the next step, the voicemail. */
  function closeAfterError(socket: Socket, error: unknown): undefined {
    app.log("error", "bug", { while: "beginning a call", error });
    socket.close(SERVER_ERROR, "the server failed");
  }

  function createTransport(socket: Socket): Transport {
    const { data } = socket;
    return {
      say(text, last) {
        socket.send(textFrame(text, last));
        // Words queue up behind those that are still being spoken.
        const from = Math.max(performance.now(), data.spokenUntil);
        data.spokenUntil = from + text.length * msPerCharacter;
      },
      end(next) {
        const wait = Math.max(0, data.spokenUntil - performance.now());
        setTimeout(() => socket.send(endFrame(next)), wait);
      },
    };
  }

  async function onClose(socket: Socket, code: number): Promise<void> {
    const conversation = await socket.data.ready;
    if (!conversation) return;
    if (socket.data.callSid !== undefined) unregisterCall(app, socket.data.callSid);
    await conversation.onHangup(DISCONNECTIONS[code] ?? "hung up");
  }

  return {
    matches: (request) =>
      new URL(request.url).pathname === VOICE_PATHS.relay &&
      request.headers.get("upgrade")?.toLowerCase() === "websocket",
    upgrade,
    closeAll() {
      for (const socket of open) socket.close(SERVICE_RESTART, "the server stops");
    },
    websocket: {
      maxPayloadLength: MAX_FRAME_BYTES,
      perMessageDeflate: false,
      open(socket) {
        open.add(socket);
        setTimeout(() => {
          if (!socket.data.ready) socket.close(POLICY_VIOLATION, "no setup");
        }, SETUP_TIMEOUT_MS).unref();
      },
      message(socket, message) {
        if (typeof message === "string") onMessage(socket, message);
      },
      close(socket, code) {
        open.delete(socket);
        onClose(socket, code).catch((error: unknown) =>
          app.log("error", "could not save the end of a call", { error }),
        );
      },
    },
  };
}

/** Checks Twilio's signature of the handshake, which covers the URL and no form fields. */
async function isSignedHandshake(app: App, request: Request): Promise<boolean> {
  const credentials = twilioCredentials(app);
  if (!credentials || webhookBaseUrl(app) === undefined) return false;
  const signed = request.headers.get("x-twilio-signature") ?? undefined;
  const address = relayUrl(app) + new URL(request.url).search;
  return isSignedByTwilio(credentials.authToken, signed, address, {});
}
