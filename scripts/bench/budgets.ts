import { SCREEN_BUDGETS } from "./screen-budgets.ts";
import { SENDING_BUDGETS } from "./sending-budgets.ts";

/** All rows of the table, in its order. The first are those that a user would notice first. */
export const BUDGETS = { ...SENDING_BUDGETS, ...SCREEN_BUDGETS };

export type BudgetId = keyof typeof BUDGETS;
