import * as z from "zod/mini";
import { whole } from "#src/shared/field-shapes.ts";
import { number, setting, text } from "./kinds-contract.ts";

/** Up to 99,999.99, as in "25" and "25.00". */
const Amount = z
  .string()
  .check(z.trim(), z.regex(/^\d{1,5}(\.\d{1,2})?$/, "Enter an amount such as 25.00"));

const NoShowFee = z.enum(["none", "fixed", "share"]);
/** Which clients must add a card to book on the page. Names of rules are stored, so they never change. */
const CardRule = z.enum(["never", "new-clients", "over-amount", "no-show", "always"]);

/** What a missed visit costs, and who leaves a card to book. */
export const FEE_SETTINGS = {
  noShowFee: setting({
    default: "none" as z.infer<typeof NoShowFee>,
    shape: NoShowFee,
    reply: NoShowFee,
    audience: "admin",
  }),
  noShowFeeAmount: text("25.00", Amount),
  /** Percent of the visit's price. */
  noShowFeePercent: number(50, whole("Percent", 1, 100)),
  bookingCardRule: setting({
    default: "never" as z.infer<typeof CardRule>,
    shape: CardRule,
    reply: CardRule,
    audience: "admin",
  }),
  /** For the rule "over-amount". */
  bookingCardAmount: text("100.00", Amount),
  /** Who gets the tips, in the owner's words, for the page on which clients pay; empty for no note. */
  tipNote: text("", z.string().check(z.trim(), z.maxLength(200, "Up to 200 characters"))),
};
