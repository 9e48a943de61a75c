import type { Server, ServerWebSocket, WebSocketHandler } from "bun";
import { findCallBySid } from "#db/calls/calls.ts";
import type { App } from "#src/app.ts";
import { connectCall } from "#src/calls/conversation/connect-call.ts";
import type { Conversation, Transport } from "#src/calls/conversation/conversation-options.ts";
import { LIMITS, type Limits, MAX_CALLS } from "#src/calls/conversation/limits.ts";
import { isAtCapacity, unregisterCall } from "#src/calls/conversation/live-calls.ts";
import { problemResponse } from "#src/platform/http/problems.ts";
import { countWebhook } from "#src/platform/metrics/metrics.ts";
import { twilioCredentials } from "#src/platform/providers/twilio/credentials.ts";
import type { SetupFrame } from "#src/platform/providers/twilio/relay-frames.ts";
import { isSignedByTwilio } from "#src/platform/providers/twilio/signed-form.ts";
import { webhookBaseUrl } from "#src/platform/settings/settings.ts";
import { Problem } from "#src/shared/problem.ts";
import { runEffect } from "#src/shared/state-machine.ts";
import { isCallToken, relayUrl, VOICE_PATHS } from "./addresses.ts";
import {
  advanceSocket,
  newSocket,
  SERVICE_RESTART,
  SOCKET_TIMING,
  type SocketActions,
  type SocketEvent,
  type SocketState,
  type SocketTiming,
} from "./socket-machine.ts";

interface SocketData {
  state: SocketState;
  call: { readonly sid: string; readonly conversation: Conversation } | undefined;
  keyTimer: Timer | undefined;
}
type Socket = ServerWebSocket<SocketData>;

export interface Relay {
  readonly matches: (request: Request) => boolean;
  /** Upgrades the request to a WebSocket. Returns a response only to refuse it. */
  readonly upgrade: (request: Request, server: Server<SocketData>) => Promise<Response | undefined>;
  /** Closes the sockets of ended calls, which would otherwise delay the shutdown. */
  readonly closeAll: () => void;
  readonly websocket: WebSocketHandler<SocketData>;
}

interface Options extends Partial<SocketTiming> {
  readonly limits?: Limits;
}

/** Far more than a spoken sentence needs. */
const MAX_FRAME_BYTES = 16 * 1024;
const SETUP_TIMEOUT_MS = 10_000;

/** Connects Twilio's ConversationRelay sockets to conversations. */
export function createRelay(app: App, { limits = LIMITS, ...timing }: Options = {}): Relay {
  const open = new Set<Socket>();

  function take(socket: Socket, ...event: SocketEvent): void {
    const { state, effects } = advanceSocket(socket.data.state, event);
    socket.data.state = state;
    const actions = actionsOf(socket);
    for (const effect of effects) runEffect(actions, effect);
  }

  function actionsOf(socket: Socket): SocketActions {
    const { data } = socket;
    const conversation = data.call?.conversation;
    return {
      connect: (setup) => connect(socket, setup),
      hear: (words) => logFailure("hearing a caller", conversation?.onTranscript(words)),
      interrupt: (heard) => conversation?.onInterrupt(heard),
      press: (keys) => logFailure("taking keys", conversation?.onKeys(keys)),
      hangUp(how) {
        if (data.call) unregisterCall(app, data.call.sid);
        logFailure("saving the end of a call", conversation?.onHangup(how));
      },
      awaitKeys(ms) {
        clearTimeout(data.keyTimer);
        data.keyTimer = setTimeout(() => take(socket, "onKeyPause"), ms).unref();
      },
      send: (frame) => socket.send(frame),
      awaitEnd: (next, ms) => setTimeout(() => take(socket, "onSpoken", next), ms),
      close: (code, reason) => socket.close(code, reason),
      warn: (reason) => app.log("warn", "Twilio reported an error on a call", { reason }),
    };
  }

  function logFailure(what: string, work: Promise<void> | undefined): void {
    work?.catch((error: unknown) => app.log("error", "bug", { while: what, error }));
  }

  async function connect(socket: Socket, setup: SetupFrame): Promise<void> {
    try {
      const conversation = await findConversation(socket, setup);
      if (conversation) socket.data.call = { sid: setup.callSid, conversation };
      else app.log("warn", "refused a socket for an unknown call");
      take(socket, conversation ? "onConnected" : "onRefused");
    } catch (error) {
      app.log("error", "bug", { while: "beginning a call", error });
      take(socket, "onFailed");
    }
  }

  /** Returns undefined to refuse the call. */
  async function findConversation(
    socket: Socket,
    { callSid, accountSid, customParameters }: SetupFrame,
  ): Promise<Conversation | undefined> {
    const call = findCallBySid(app.db, callSid);
    const isGenuine =
      [undefined, twilioCredentials(app)?.accountSid].includes(accountSid) &&
      isCallToken(app, callSid, String(customParameters?.["pass"] ?? ""));
    if (!isGenuine || call?.status !== "in_progress" || isAtCapacity(app)) return undefined;
    const transport: Transport = {
      say: (text, last) => take(socket, "onSay", text, last, performance.now()),
      end: (next) => take(socket, "onEnd", next, performance.now()),
    };
    return connectCall(app, call, transport, limits);
  }

  async function upgrade(
    request: Request,
    server: Server<SocketData>,
  ): Promise<Response | undefined> {
    if (!(await isSignedHandshake(app, request))) {
      countWebhook(app, "refused");
      app.log("warn", "refused a call's WebSocket handshake", { path: VOICE_PATHS.relay });
      return problemResponse(new Problem(403, "The signature isn't Twilio's."));
    }
    if (open.size >= MAX_CALLS) return problemResponse(new Problem(503, "Too many calls at once."));
    const data: SocketData = {
      state: newSocket({ ...SOCKET_TIMING, ...timing }),
      call: undefined,
      keyTimer: undefined,
    };
    if (server.upgrade(request, { data })) return undefined;
    return problemResponse(new Problem(400, "Expected a WebSocket connection."));
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
        setTimeout(() => take(socket, "onSetupTimeout"), SETUP_TIMEOUT_MS).unref();
      },
      message(socket, message) {
        if (typeof message === "string") take(socket, "onMessage", message);
      },
      close(socket, code) {
        open.delete(socket);
        take(socket, "onClose", code);
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
