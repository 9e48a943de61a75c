import { join } from "node:path";
import type { LoggedText } from "#tests/sandbox/twilio-stand-in.ts";
import type { Control, InboundText } from "#tests/sandbox/twilio-shapes.ts";

export interface StandInProcess {
  readonly url: string;
  readonly control: (change: Control) => Promise<void>;
  readonly log: () => Promise<LoggedText[]>;
  readonly counts: () => Promise<{ accepted: number; perNumber: number; numbers: number; unexpected: string[] | number; bugs: string[] | number }>;
  readonly inbound: (text: InboundText) => Promise<unknown>;
  readonly end: () => void;
}

/** The Twilio stand-in as a process of its own, so that it outlives a killed Parlor. */
export async function startStandInProcess(seed = 1): Promise<StandInProcess> {
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, "../sandbox/main.ts"), "--port", "0", "--seed", String(seed)],
    { stdout: "pipe", stderr: "inherit" },
  );
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  const { url } = JSON.parse(new TextDecoder().decode(value)) as { url: string };
  const post = async (path: string, body: unknown) => {
    const response = await fetch(url + path, { method: "POST", body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json().catch(() => undefined);
  };
  return {
    url,
    control: async (change) => {
      await post("/_control", change);
    },
    log: async () => (await (await fetch(`${url}/_log`)).json()) as LoggedText[],
    counts: async () => (await fetch(`${url}/_counts`)).json() as never,
    inbound: (text) => post("/_inbound", text),
    end: () => child.kill(),
  };
}
