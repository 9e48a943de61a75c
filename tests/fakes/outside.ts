import type { Providers } from "#src/app.ts";
import { good } from "#src/providers/check.ts";

const fine = { check: async () => good("Fine.") };

/** Outside services that say yes to everything; what they really say is tested against the stand-ins. */
export const OBLIGING: Pick<Providers, "payments" | "ai" | "speech" | "reviews"> = {
  payments: async () => fine,
  ai: async () => fine,
  speech: () => fine,
  reviews: () => ({
    ...fine,
    signIn: async () => ({ kind: "refused", words: "Nobody signs in here." }),
  }),
};
