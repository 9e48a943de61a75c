import type { Check } from "./check.ts";

/** Takes the clients' money. */
export interface PaymentsProvider {
  readonly check: () => Promise<Check>;
}
