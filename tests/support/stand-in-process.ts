import { join } from "node:path";
import type { TwilioStandIn } from "#tests/sandbox/twilio-controls.ts";
import type { Control, InboundText } from "#tests/sandbox/twilio-shapes.ts";
import { afterFile } from "./after-file.ts";

export interface StandInProcess {
  readonly url: string;
  /** For a Parlor whose Twilio it is. */
  readonly env: Readonly<Record<string, string>>;
  readonly control: (change: Control) => Promise<void>;
  /** The accepted texts, without the first `from`. */
  readonly log: (from?: number) => Promise<ReturnType<TwilioStandIn["log"]>>;
  readonly received: () => Promise<ReturnType<TwilioStandIn["received"]>>;
  readonly counts: () => Promise<ReturnType<TwilioStandIn["counts"]>>;
  readonly media: () => Promise<ReturnType<TwilioStandIn["media"]>>;
  readonly inbound: (text: InboundText) => Promise<unknown>;
  readonly end: () => void;
}

/** The Twilio stand-in as a process of its own, so that it outlives a killed Parlor. */
export async function startStandInProcess(
  seed = 1,
  env: Readonly<Record<string, string>> = {},
): Promise<StandInProcess> {
  const child = Bun.spawn(
    [
      process.execPath,
      join(import.meta.dir, "../sandbox/main.ts"),
      "--port",
      "0",
      "--seed",
      String(seed),
    ],
    { env: { ...process.env, ...env }, stdout: "pipe", stderr: "inherit" },
  );
  const end = () => child.kill();
  afterFile(end);
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
    env: { TWILIO_API_BASE: url, TWILIO_LOOKUPS_BASE: url },
    control: async (change) => {
      await post("/_control", change);
    },
    log: async (from = 0) =>
      (await (await fetch(`${url}/_log?from=${from}`)).json()) as ReturnType<TwilioStandIn["log"]>,
    received: async () =>
      (await (await fetch(`${url}/_received`)).json()) as ReturnType<TwilioStandIn["received"]>,
    counts: async () =>
      (await fetch(`${url}/_counts`)).json() as Promise<ReturnType<TwilioStandIn["counts"]>>,
    media: async () =>
      (await fetch(`${url}/_media`)).json() as Promise<ReturnType<TwilioStandIn["media"]>>,
    inbound: (text) => post("/_inbound", text),
    end,
  };
}
