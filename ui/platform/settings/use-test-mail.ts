import { useAct } from "#ui/shell/data/act.ts";
import { loadSettings } from "#ui/shell/settings-contract.ts";

/** Sends a test email to the user's own address. */
export function useTestMail(name: "testSmtp" | "testMembershipSmtp") {
  return useAct(async () => (await loadSettings())[name], {
    done: ({ email }) => ({ title: "Test email sent", description: `Look for it at ${email}.` }),
    errors: "Test failed",
  });
}
