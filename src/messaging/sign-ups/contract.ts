import * as z from "zod/mini";
import { get, post } from "#src/shared/endpoint.ts";
import { cleanName } from "#src/shared/names.ts";

/** The business's details on the page about texts. */
const TextTerms = z.object({
  businessName: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  website: z.string(),
  offersPerMonth: z.number(),
  /** Whether texting is set up. */
  canText: z.boolean(),
  /** The number that texts come from; empty while texts are simulated or not set up. */
  number: z.string(),
});
export type TextTerms = z.infer<typeof TextTerms>;

const SignUp = z.object({
  name: z
    .string()
    .check(
      z.overwrite(cleanName),
      z.minLength(1, "Please enter your name"),
      z.maxLength(120, "Use a shorter name"),
    ),
  phoneNumber: z
    .string()
    .check(z.trim(), z.minLength(1, "Please enter your mobile number"), z.maxLength(40)),
  /** The two checkboxes. Each is recorded as a separate consent. */
  appointments: z._default(z.boolean(), false),
  offers: z._default(z.boolean(), false),
});
export type SignUp = z.infer<typeof SignUp>;

export const textSignUps = {
  terms: get("/api/public/texts", { reply: TextTerms, reads: ["settings"] }),
  /** Texts the number to confirm, and replies with that text and the number in E.164. */
  create: post("/api/public/texts", {
    body: SignUp,
    reply: z.object({ sentTo: z.string(), text: z.string() }),
    status: 201,
  }),
};
