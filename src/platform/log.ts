type Level = "info" | "warn" | "error";

export type Log = (level: Level, event: string, facts?: Readonly<Record<string, unknown>>) => void;

const PHONE = /\+\d{7,15}|\b\d{10,15}\b/g;

/** Writes JSON lines. Phone numbers are masked; callers never pass message bodies, codes or keys. */
export function createLog(write: (line: string) => void): Log {
  return (level, event, facts = {}) => {
    write(
      `${JSON.stringify({ time: new Date().toISOString(), level, event, ...facts }, maskValue)}\n`,
    );
  };
}

function maskValue(name: string, value: unknown): unknown {
  if (value instanceof Error)
    return { name: value.name, message: maskPhones(value.message), stack: value.stack };
  if (name === "time" || typeof value !== "string") return value;
  return maskPhones(value);
}

function maskPhones(text: string): string {
  return text.replace(PHONE, (phone) => `•••${phone.replace(/\D/g, "").slice(-4)}`);
}
