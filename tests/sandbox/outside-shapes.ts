import { z } from "zod";
import type { GoogleDesk } from "./google-book.ts";

export type Service = "stripe" | "openai" | "elevenlabs" | "google";
/** The state of a service. */
export type Mood = "fine" | "busy" | "broken" | "no-quota" | "not-allowed" | "used-up";

export const KEYS = {
  stripe: "sk_test_good",
  openai: "sk-proj-good",
  elevenlabs: "sk_good",
  google: "AIza-good",
  clientId: "client-1.apps.googleusercontent.com",
  clientSecret: "GOCSPX-good",
  refreshToken: "1//good",
  code: "4/good",
  placeId: "ChIJ-good",
} as const;

export interface Asked {
  readonly headers: Headers;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
  readonly mood: Mood;
  /** What the address matched. */
  readonly found: readonly string[];
  readonly google: GoogleDesk;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface Operation {
  readonly service: Service;
  readonly method: "GET" | "POST";
  readonly path: RegExp;
  /** Errors in the request itself: a bug in the product. */
  readonly misuse: (asked: Asked) => string | undefined;
  readonly answer: (asked: Asked) => Answer;
  /** Errors in a 200 reply: a bug in the stand-in. */
  readonly contract: (body: unknown) => string | undefined;
}

export const bearer = (key: string, { headers }: Asked) =>
  headers.get("authorization") === `Bearer ${key}`;
export const only = (allowed: ReadonlySet<string>, { query }: Asked) => {
  const strange = [...query.keys()].filter((name) => !allowed.has(name));
  return strange.length > 0 ? `unknown query ${strange.join(", ")}` : undefined;
};
export const NOTHING = new Set<string>();
export const checkShape = (shape: z.ZodType) => (body: unknown) => {
  const parsed = shape.safeParse(body);
  return parsed.success ? undefined : z.prettifyError(parsed.error);
};
