// biome-ignore-all lint/performance/noBarrelFile: other rooms come in by one door, and this one has several verbs behind it
/** The front door: what other rooms ask of card payments. */
export { cancelPlan } from "./cancel.ts";
export { chargeNow } from "./charge.ts";
export { PlanFacts } from "./facts.ts";
export { fulfil } from "./fulfil.ts";
export { answerOf, paymentsOf, StripeUnreachable } from "./provider.ts";
