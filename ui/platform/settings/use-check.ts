import { useMutation } from "@tanstack/react-query";
import type { Check } from "#src/platform/settings/contract.ts";
import { type Api, errorMessage, useApi } from "#ui/api.ts";
import { loadSettings } from "#ui/shell/settings-contract.ts";

export type CheckName =
  | "testTwilio"
  | "testWebhook"
  | "connectWebhook"
  | "testStripe"
  | "testOpenai"
  | "testElevenlabs"
  | "testGoogle"
  | "testSmtp"
  | "testMembershipSmtp";

/** Runs a test on the server; failures are answers too. */
export function useCheck(name: CheckName) {
  const api = useApi();
  const { mutate, isPending, data } = useMutation({
    mutationFn: () =>
      ask(api, name).catch(
        (error: unknown): Check => ({ ok: false, message: errorMessage(error) }),
      ),
  });
  return { run: () => mutate(), running: isPending, answer: isPending ? undefined : data };
}

async function ask(api: Api, name: CheckName): Promise<Check> {
  const settings = await loadSettings();
  if (name !== "testSmtp" && name !== "testMembershipSmtp") return api(settings[name]);
  const { email } = await api(settings[name]);
  return { ok: true, message: `A test email is on its way to ${email}.` };
}
