import type { Api } from "#ui/api.ts";
import { readLater } from "#ui/shell/data/read.ts";

/** What was texted after a sign-up. */
export interface Sent {
  /** E.164. */
  readonly sentTo: string;
  readonly text: string;
}

export const loadSignUps = async () =>
  (await import("#src/messaging/sign-ups/contract.ts")).textSignUps;

export function textTermsQuery(api: Api) {
  return readLater({ path: "/api/public/texts", reads: ["settings"] }, async () =>
    api((await loadSignUps()).terms),
  );
}
