import * as z from "zod/mini";
import { numeric } from "#src/shared/field-shapes.ts";

/** Fixed by the specification; tests/shared/constants.test.ts checks them. */
export const DEFAULT_SMTP_PORT = 587;
/** Longer, it could come with the reminder of the day before. */
export const MAX_SECOND_REMINDER_HOURS = 6;
export const MAX_THANK_YOU_DELAY_MINUTES = 1440;
export const DEFAULT_COST_PER_SEGMENT = "0.0079";
export const DEFAULT_MESSAGE_COUNT = 1;
export const DEFAULT_DELAY_SECONDS = 2;
export const DEFAULT_FREQUENCY_CAP_DAYS = 7;
export const DEFAULT_MEDIA_RETENTION_DAYS = 365;
export const DEFAULT_CALL_RETENTION_DAYS = 365;
export const DEFAULT_THANK_YOU_DELAY_MINUTES = 15;
export const DEFAULT_THANK_YOU =
  "Thank you for coming in today, {clientName}! We hope you enjoyed your {service}.";
export const DEFAULT_REMINDER =
  "{businessName}: you have an appointment on {date} at {time} ({service}). Reply C to confirm or X to cancel.";
export const DEFAULT_MISSED_CALL_TEXT =
  "{businessName}: Sorry we missed your call! Reply here and we'll get right back to you.";
export const DEFAULT_REVIEWS_CACHE_MINUTES = 60;

export const Port = numeric(
  z
    .number("Port must be a number")
    .check(
      z.int("Port must be a whole number"),
      z.gte(1, "Port must be between 1 and 65535"),
      z.lte(65_535, "Port must be between 1 and 65535"),
    ),
);
export const Host = z.string().check(
  z.trim(),
  // The pattern takes quadratic time on long texts.
  z.maxLength(253, { abort: true }),
  z.regex(/^[^\s/@]*$/, "Use a server's name such as smtp.example.com"),
);

/** A provider's key, or empty to clear it. */
export const Key = (starts: RegExp, message: string) =>
  z.string().check(
    z.trim(),
    z.maxLength(500),
    z.regex(/^\S*$/, "A key has no spaces"),
    z.refine((key) => key === "" || starts.test(key), message),
  );
export const AnyKey = Key(/./, "");

/** The name on card statements, by the card networks' rules. */
export const StatementName = z
  .string()
  .check(
    z.trim(),
    z.regex(/^([ -~]{5,22})?$/, "Use 5 to 22 letters, digits or symbols, without accents"),
    z.regex(/^[^<>\\'"*]*$/, "Don't use < > \\ ' \" *"),
    z.regex(/^$|[a-z]/i, "Use at least one letter"),
  );

export const Domain = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(253),
    z.regex(
      /^([a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+)?$/,
      "Use a domain such as members.example.com, without https://",
    ),
  );

/** Two-letter country codes; at least one. */
export const Countries = z.array(z.string().check(z.trim(), z.toUpperCase())).check(
  z.minLength(1, "Add at least one country"),
  z.maxLength(250, "Add up to 250 countries"),
  z.refine(
    (all) => all.every((one) => /^[A-Z]{2}$/.test(one)),
    "Use two-letter country codes such as US, CA",
  ),
);

/** How many texts are sent at once, and the seconds until the next. */
export const MessageCount = numeric(
  z
    .number("Message count must be a number")
    .check(
      z.int("Message count must be a whole number"),
      z.gte(1, "Message count must be at least 1"),
      z.lte(10_000, "Message count must be at most 10,000"),
    ),
);
export const DelaySeconds = numeric(
  z
    .number("Delay must be a number")
    .check(
      z.gte(1, "Delay must be at least 1 second"),
      z.lte(86_400, "Delay must be at most 86,400 seconds"),
    ),
);

/** A Twilio id, or empty. */
export const Sid = (prefix: "AC" | "MG", what: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.regex(
        new RegExp(`^(${prefix}[0-9a-f]{32})?$`, "i"),
        `${what} is ${prefix} and 32 letters or digits`,
      ),
    );

export const CampaignTemplate = z.object({
  messageCount: MessageCount,
  delaySeconds: DelaySeconds,
  message: z.string().check(z.maxLength(1600)),
});
export type CampaignTemplate = z.infer<typeof CampaignTemplate>;
