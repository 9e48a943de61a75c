import type { Providers } from "#src/app.ts";
import { checkPassed } from "#src/platform/providers/check.ts";
import type { PaymentsProvider } from "#src/platform/providers/payments.ts";

const fine = { check: async () => checkPassed("Fine.") };

/** Outside services that accept everything; their real replies are tested with the stand-ins. */
export const OBLIGING: Pick<Providers, "payments" | "ai" | "speech" | "reviews" | "push"> = {
  // A test that takes payments uses a stand-in.
  payments: async () => fine as unknown as PaymentsProvider,
  ai: async () => ({
    ...fine,
    draftAgreement: async ({ facts }) => ({ kind: "done", text: `# Agreement\n\n${facts}` }),
    async *answer() {
      yield { kind: "text", text: "How can I help you?" };
    },
  }),
  push: () => ({ send: async () => ({ kind: "accepted" }) }),
  speech: () => ({
    ...fine,
    speak: async () => ({ kind: "failed", message: "Nobody speaks here." }),
  }),
  reviews: () => ({
    ...fine,
    signIn: async () => ({ kind: "refused", message: "Nobody signs in here." }),
    list: async () => ({ kind: "listed", reviews: [], isComplete: false }),
  }),
};
