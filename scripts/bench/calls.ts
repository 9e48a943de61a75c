import { signature } from "#tests/sandbox/signature.ts";
import { loopDelay, type Served, serveEmpty } from "./salon-server.ts";
import { type Measuring, quantile, toBudgetRow, toInfoRow } from "./table.ts";

const CALLS = 50;
const TURNS = 8;
/** The timing of a fast model: the first word, then each further word. */
const FIRST_MS = 150;
const WORD_MS = 12;
const WORDS = 20;
const SETTLE_MS = 6_000;
/** The longest time that the caller thinks and speaks. */
const PAUSE_MS = 4_000;
export const ACCOUNT = {
  sid: `AC${"a".repeat(32)}`,
  token: "token",
  base: "https://salon.example.com",
};

export interface Turn {
  saidAt: number;
  askedAt: number;
  /** When the model sent its first word, and when it arrived to be spoken. */
  answeredAt: number;
  spokenAt: number;
}

/** Measures concurrent calls against a model of fixed speed. The time in between is Parlor's. */
export async function calls({ rows, servers }: Measuring): Promise<void> {
  const turns = new Map<string, Turn>();
  const model = startModel(turns);
  servers.push({ kill: () => void model.stop(true) });
  const server = await serveEmpty({ openai: `${model.url.origin}/v1` });
  servers.push(server);
  await server.json("/api/settings", { method: "POST", body: { openaiApiKey: "sk-bench" } });
  await talk(server, 0, turns, 2);
  turns.clear();
  // Lets the other work of a start finish.
  await Bun.sleep(SETTLE_MS);

  await Promise.all(Array.from({ length: CALLS }, (_, at) => talk(server, at + 1, turns, TURNS)));
  const delay = await loopDelay(server);
  await server.stop();
  await model.stop(true);
  const all = [...turns.values()];
  const ours = all.map(
    ({ saidAt, askedAt, answeredAt, spokenAt }) => askedAt - saidAt + (spokenAt - answeredAt),
  );
  const p99 = quantile(ours, 0.99);
  const half = quantile(ours, 0.5);
  rows.push(
    toBudgetRow(
      "calls",
      all.length === CALLS * TURNS ? p99 : Number.NaN,
      `${p99.toFixed(1)} ms, median ${half.toFixed(1)}, ${all.length} answers`,
    ),
    toBudgetRow(
      "calls-block",
      delay.longest * 1000,
      `${(delay.longest * 1000).toFixed(0)} ms, p99 ${(delay.p99 * 1000).toFixed(1)} ms`,
    ),
    toInfoRow(
      "of it until the model is asked: p99",
      `${quantile(
        all.map(({ saidAt, askedAt }) => askedAt - saidAt),
        0.99,
      ).toFixed(1)} ms`,
    ),
  );
}

/** One call as Twilio would run it: speaks, waits for the whole answer, thinks, speaks again. */
export async function talk(
  server: Served,
  call: number,
  turns: Map<string, Turn>,
  count: number,
): Promise<void> {
  const callSid = `CA${String(call).padStart(32, "0")}`;
  const pass = await ring(server, callSid, call);
  const signed = signature(
    ACCOUNT.token,
    `${ACCOUNT.base.replace("http", "ws")}/api/voice/relay`,
    {},
  );
  const socket = new WebSocket(`${server.url.replace("http", "ws")}/api/voice/relay`, {
    headers: { "x-twilio-signature": signed },
  } as unknown as string[]);
  let name = "";
  let over = () => {};
  socket.onmessage = ({ data }) => {
    const { token = "", last } = JSON.parse(String(data)) as { token?: string; last?: boolean };
    const turn = turns.get(name);
    if (turn && token !== "" && turn.spokenAt === 0) turn.spokenAt = performance.now();
    if (last) over();
  };
  await new Promise((opened) => socket.addEventListener("open", opened));
  socket.send(
    JSON.stringify({
      type: "setup",
      accountSid: ACCOUNT.sid,
      callSid,
      customParameters: { pass },
    }),
  );
  for (let at = 0; at < count; at += 1) {
    await Bun.sleep(PAUSE_MS * Math.random());
    name = `turn ${call}-${at}`;
    const answered = new Promise<void>((resolve) => {
      over = resolve;
    });
    turns.set(name, { saidAt: performance.now(), askedAt: 0, answeredAt: 0, spokenAt: 0 });
    socket.send(JSON.stringify({ type: "prompt", voicePrompt: name, lang: "en-US", last: true }));
    await answered;
  }
  socket.close(1000);
}

async function ring(server: Served, callSid: string, call: number): Promise<string> {
  const form = {
    AccountSid: ACCOUNT.sid,
    CallSid: callSid,
    From: `+1202555${1000 + call}`,
    Direction: "inbound",
  };
  const path = "/api/voice/incoming";
  const answer = await fetch(server.url + path, {
    method: "POST",
    headers: { "x-twilio-signature": signature(ACCOUNT.token, ACCOUNT.base + path, form) },
    body: new URLSearchParams(form),
  });
  const pass = /name="pass" value="([^"]+)"/.exec(await answer.text())?.[1];
  if (!pass) throw new Error(`the call was not answered: ${answer.status}`);
  return pass;
}

/** Runs in the callers' process, so that one clock measures everything. */
export function startModel(turns: Map<string, Turn>) {
  return Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 60,
    async fetch(request) {
      const askedAt = performance.now();
      const { messages } = (await request.json()) as { messages: { content: string }[] };
      const turn = turns.get(messages.at(-1)?.content ?? "");
      if (turn) turn.askedAt = askedAt;
      const pieces = wordsOf(turn) as unknown as ReadableStream;
      return new Response(pieces, { headers: { "content-type": "text/event-stream" } });
    },
  });
}

async function* wordsOf(turn: Turn | undefined): AsyncGenerator<string> {
  await Bun.sleep(FIRST_MS);
  if (turn) turn.answeredAt = performance.now();
  for (let at = 0; at < WORDS; at += 1) {
    yield chunk({ content: "certainly " }, null);
    await Bun.sleep(WORD_MS);
  }
  yield chunk({}, "stop");
  yield "data: [DONE]\n\n";
}

function chunk(delta: object, finish_reason: string | null): string {
  const body = {
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1,
    model: "gpt-4o-mini",
    choices: [{ index: 0, delta, finish_reason }],
  };
  return `data: ${JSON.stringify(body)}\n\n`;
}
