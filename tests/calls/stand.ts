import type { Limits } from "#src/calls/conversation/limits.ts";
import { LIMITS } from "#src/calls/conversation/limits.ts";
import { findLiveCall } from "#src/calls/conversation/live-calls.ts";
import { createRelay } from "#src/calls/twilio/relay.ts";
import { flushWrites } from "#src/platform/write-batch.ts";
import { KEYS } from "#tests/sandbox/outside-shapes.ts";
import { type OutsideStandIn, startOutsideStandIn } from "#tests/sandbox/outside-stand-in.ts";
import { signature, signForm } from "#tests/sandbox/signature.ts";
import { addEmployee } from "#tests/support/employee.ts";
import { outsideSalon } from "#tests/support/outside-salon.ts";
import { ACCOUNT_SID, AUTH_TOKEN, BASE, type TestApp } from "#tests/support/test-app.ts";

export const CALLER = "+12025550123";
export const BUSINESS = "(512) 555-0100";

export interface CallStand {
  readonly parlor: TestApp;
  /** Where the sockets are. */
  readonly origin: string;
  readonly standIn: OutsideStandIn;
  /** As a server that stops. */
  readonly closeAll: () => void;
  /** What Twilio posts in a call, signed. */
  readonly post: (path: string, fields: Record<string, string>) => Promise<Answer>;
  /** A caller is connected to the assistant. */
  readonly call: (options?: { sid?: string; from?: string }) => Promise<TestCall>;
  readonly stop: () => Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly xml: string;
}

interface TestCall {
  readonly sid: string;
  /** The frames that came, in order. */
  readonly frames: { type: string; token?: string; last?: boolean; handoffData?: string }[];
  /** What was said since the last time. */
  readonly said: () => string;
  readonly send: (frame: object | string) => void;
  /** Says something and waits for the complete answer. */
  readonly says: (sentence: string) => Promise<string>;
  readonly hangUp: () => Promise<void>;
  /** Without a goodbye, like a dropped line. */
  readonly drop: () => void;
  readonly closed: () => number | undefined;
}

/** @throws when the condition is still false after thirty seconds; the message is its code */
export async function until(condition: () => boolean): Promise<void> {
  for (const started = performance.now(); !condition(); await Bun.sleep(2))
    if (performance.now() - started > 30_000) throw new Error(`Still false: ${condition}`);
}

export function sidOf(number: number): string {
  return `CA${String(number).padStart(32, "0")}`;
}

/** The salon with OpenAI's stand-in behind the real SDK, its relay behind a real socket. */
export async function callStand(limits: Partial<Limits> = {}, settings = {}): Promise<CallStand> {
  // The provider loads the SDK with its first request, and a limit on an answer would include that.
  await import("openai");
  const standIn = startOutsideStandIn();
  const parlor = outsideSalon(standIn.config);
  const { status, body } = await parlor.admin.request("POST", "/api/settings", {
    openaiApiKey: KEYS.openai,
    businessName: "Halcyon",
    businessPhone: BUSINESS,
    businessEmail: "hello@halcyon.example",
    timeZone: "America/New_York",
    ...settings,
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  for (const [displayOrder, name] of ["Elena Park", "Jo Whitlock"].entries())
    addEmployee(parlor.app.db, name, displayOrder);
  const relay = createRelay(parlor.app, {
    limits: { ...LIMITS, ...limits },
    msPerCharacter: 0,
    keyPauses: { zeroMs: 20, numberMs: 60_000 },
  });
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request, bun) =>
      relay.matches(request) ? relay.upgrade(request, bun) : parlor.hono.fetch(request),
    websocket: relay.websocket,
  });
  let calls = 0;

  async function post(path: string, fields: Record<string, string>): Promise<Answer> {
    const form = { AccountSid: ACCOUNT_SID, ...fields };
    const answer = await parlor.hono.request(path, signForm(AUTH_TOKEN, BASE + path, form));
    return { status: answer.status, xml: await answer.text() };
  }

  async function call({ sid = sidOf(++calls), from = CALLER } = {}): Promise<TestCall> {
    const { xml } = await post("/api/voice/incoming", { CallSid: sid, From: from });
    const pass = /name="pass" value="([^"]+)"/.exec(xml)?.[1] ?? "";
    const line = dial(server.url.origin);
    await until(() => line.socket.readyState === WebSocket.OPEN);
    line.send(setupFrame(sid, pass));
    return {
      sid,
      ...line,
      async hangUp() {
        await line.hangUp();
        await until(() => findLiveCall(parlor.app, sid) === undefined);
        await flushWrites(parlor.app);
      },
    };
  }

  return {
    parlor,
    origin: server.url.origin,
    standIn,
    closeAll: relay.closeAll,
    post,
    call,
    async stop() {
      await server.stop(true);
      await standIn.stop();
    },
  };
}

export function setupFrame(callSid: string, pass: string): object {
  return {
    type: "setup",
    sessionId: `VX${"0".repeat(32)}`,
    accountSid: ACCOUNT_SID,
    callSid,
    from: CALLER,
    to: "+12025550100",
    direction: "inbound",
    callType: "PSTN",
    customParameters: { pass },
  };
}

/** A socket as Twilio opens it; with another signature it should not open. */
export function dial(
  origin: string,
  signed = signature(AUTH_TOKEN, `${BASE.replace("https", "wss")}/api/voice/relay`, {}),
) {
  const frames: TestCall["frames"] = [];
  let read = 0;
  let code: number | undefined;
  const socket = new WebSocket(`${origin.replace("http", "ws")}/api/voice/relay`, {
    headers: { "x-twilio-signature": signed },
  } as unknown as string[]);
  socket.onmessage = ({ data }) => frames.push(JSON.parse(String(data)));
  socket.onclose = (event) => {
    code = event.code;
  };
  const send = (frame: object | string) =>
    socket.send(typeof frame === "string" ? frame : JSON.stringify(frame));
  const said = () => {
    const tokens = frames.slice(read).map(({ token = "" }) => token);
    read = frames.length;
    return tokens.join("");
  };
  return {
    socket,
    frames,
    send,
    said,
    async says(sentence: string) {
      const from = frames.length;
      send({ type: "prompt", voicePrompt: sentence, lang: "en-US", last: true });
      await until(() => frames.slice(from).some(({ last, type }) => last || type === "end"));
      return said().trim();
    },
    async hangUp() {
      socket.close(1000);
      await until(() => code !== undefined);
    },
    drop() {
      (socket as unknown as { terminate: () => void }).terminate();
    },
    closed: () => code,
  };
}

export interface KeptCall {
  readonly status: string;
  readonly message: string;
  readonly duration: number | null;
  readonly textBackId: number | null;
  readonly turns: readonly { role: string; content: string; ms: number | null }[];
}

/** The stored record of a call. */
export function storedCall({ app }: TestApp, sid: string): KeptCall {
  const call = app.db
    .query<Omit<KeptCall, "turns"> & { id: number }, [string]>(
      "select id, status, message, duration, text_back_id as textBackId from calls where call_sid = ?",
    )
    .get(sid);
  if (!call) throw new Error(`no call ${sid}`);
  const { id, ...rest } = call;
  const turns = app.db
    .query<KeptCall["turns"][number], [number]>(
      "select role, content, first_token_ms as ms from call_turns where call_id = ? order by position",
    )
    .all(id);
  return { ...rest, turns };
}

export function requests({ app }: TestApp) {
  return app.db
    .query<Record<string, unknown>, []>(
      `select caller_name as name, phone, preferred_date as day, preferred_time as time,
         requested_service as service, starts_at as startsAt, employee_id as employeeId, status
       from potential_appointments order by id`,
    )
    .all();
}
