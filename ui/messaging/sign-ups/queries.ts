import type { Api } from "#ui/api.ts";
import { readLater } from "#ui/shell/data/read.ts";

export const loadSignUps = async () =>
  (await import("#src/messaging/sign-ups/contract.ts")).textSignUps;

export function textTermsQuery(api: Api) {
  return readLater({ path: "/api/public/texts", reads: ["settings"] }, async () =>
    api((await loadSignUps()).terms),
  );
}
