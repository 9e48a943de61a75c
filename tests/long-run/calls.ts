import { signature, signForm } from "#tests/sandbox/signature.ts";
import { ACCOUNT_SID, AUTH_TOKEN } from "#tests/sandbox/twilio-carrier.ts";
import type { Driver } from "./driver.ts";
import { CLIENTS, phoneOf, SALON_NUMBER, type Salon } from "./salon.ts";

const SAYINGS = ["Do you have anything on Friday?", "How much is a facial?", "Thank you, goodbye"];
const PATIENCE_MS = 5_000;

/** Clients call, and the AI receptionist answers; some hang up at once. */
export async function actAsCallers(driver: Driver, salon: Salon): Promise<void> {
  const { pick, one, repeat } = driver;
  const { url } = salon.parlor;
  let calls = 0;
  const post = async (path: string, fields: Record<string, string>) => {
    const form = { AccountSid: ACCOUNT_SID, To: SALON_NUMBER, ...fields };
    const response = await fetch(url + path, signForm(AUTH_TOKEN, url + path, form));
    if (response.status >= 500) driver.broken.push(`POST ${path}: ${response.status}`);
    return response.text();
  };

  await repeat("call", 4_000, async () => {
    calls += 1;
    const sid = `CA${String(calls).padStart(32, "0")}`;
    const from = phoneOf(pick(CLIENTS - 60));
    const xml = await post("/api/voice/incoming", { CallSid: sid, From: from });
    const pass = /name="pass" value="([^"]+)"/.exec(xml)?.[1];
    if (pass && pick(5) > 0) await talk(sid, from, pass);
    await post("/api/voice/after", { CallSid: sid, From: from });
    await post("/api/voice/status", {
      CallSid: sid,
      From: from,
      CallStatus: "completed",
      CallDuration: "30",
    });
  });

  async function talk(callSid: string, from: string, pass: string): Promise<void> {
    const address = `${url.replace("http", "ws")}/api/voice/relay`;
    const socket = new WebSocket(address, {
      headers: { "x-twilio-signature": signature(AUTH_TOKEN, address, {}) },
    } as unknown as string[]);
    let answers = 0;
    let closed = false;
    socket.onmessage = ({ data }) => {
      if (JSON.parse(String(data)).last) answers += 1;
    };
    socket.onclose = () => {
      closed = true;
    };
    const wait = async (condition: () => boolean) => {
      for (const started = performance.now(); !condition() && !closed; await Bun.sleep(10))
        if (performance.now() - started > PATIENCE_MS) return;
    };
    await wait(() => socket.readyState === WebSocket.OPEN);
    if (socket.readyState !== WebSocket.OPEN) return;
    const send = (frame: object) => socket.send(JSON.stringify(frame));
    send({
      type: "setup",
      sessionId: `VX${"0".repeat(32)}`,
      accountSid: ACCOUNT_SID,
      callSid,
      from,
      to: SALON_NUMBER,
      direction: "inbound",
      callType: "PSTN",
      customParameters: { pass },
    });
    for (let turn = 0; turn < 1 + pick(3) && !closed; turn += 1) {
      const before = answers;
      send({ type: "prompt", voicePrompt: one(SAYINGS), lang: "en-US", last: true });
      await wait(() => answers > before);
    }
    socket.close(1_000);
  }
}
