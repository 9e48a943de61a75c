import { BlockList, isIP } from "node:net";
import { join } from "node:path";
import { z } from "zod";
import { editDistance } from "#src/shared/edit-distance.ts";

const url = z
  .url({ protocol: /^https?$/, error: "must be an address such as https://salon.example.com" })
  .transform((address) => address.replace(/\/+$/, ""));

const SECONDS = "must be a number of seconds";
const MEGABYTES = "must be a whole number of megabytes";

/** Every variable that Parlor reads. An unknown PARLOR_ name is an error, so that typing mistakes are noticed. */
const Environment = z.strictObject({
  PARLOR_DATA: z.string().min(1).default("data"),
  PARLOR_HOST: z.string().min(1).default("127.0.0.1"),
  PARLOR_PORT: z.coerce
    .number("must be a number from 0 to 65535")
    .int("must be a number from 0 to 65535")
    .min(0, "must be a number from 0 to 65535")
    .max(65_535, "must be a number from 0 to 65535")
    .default(3000),
  PARLOR_PUBLIC_URL: url.optional(),
  PARLOR_SECRET_KEY: z.string().optional(),
  PARLOR_SECRET_KEY_FILE: z.string().optional(),
  PARLOR_TRUSTED_PROXIES: z
    .string()
    .default("")
    .transform((list) => list.split(",").flatMap((address) => address.trim() || []))
    .refine(
      (list) => list.every(isAddressOrBlock),
      "must be addresses or blocks such as 127.0.0.1,10.0.0.0/8",
    ),
  PARLOR_CARRIER: z.enum(["twilio", "simulated"], "must be twilio or simulated").default("twilio"),
  // How long after the last activity a text in doubt is looked up at the provider; shorter only in tests.
  PARLOR_SETTLE_SECONDS: z.coerce.number(SECONDS).min(0, SECONDS).default(60),
  // Allows mail servers and media in private networks; by default only public addresses are allowed.
  PARLOR_ALLOW_PRIVATE_HOSTS: z.stringbool("must be true or false").default(false),
  // The folder of the nightly backups.
  PARLOR_BACKUPS: z.string().min(1).optional(),
  // When they are made, in the business's time zone.
  PARLOR_BACKUP_TIME: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 03:00")
    .default("03:00"),
  PARLOR_METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  // Below this many free megabytes, nothing large is written.
  PARLOR_DISK_LOW_MB: z.coerce.number(MEGABYTES).int(MEGABYTES).min(0, MEGABYTES).default(200),
  TWILIO_API_BASE: url.default("https://api.twilio.com"),
  TWILIO_LOOKUPS_BASE: url.default("https://lookups.twilio.com"),
  TWILIO_MESSAGING_BASE: url.default("https://messaging.twilio.com"),
  STRIPE_API_BASE: url.default("https://api.stripe.com"),
  OPENAI_BASE_URL: url.default("https://api.openai.com/v1"),
  ELEVENLABS_API_BASE: url.default("https://api.elevenlabs.io"),
  GOOGLE_ACCOUNTS_BASE: url.default("https://accounts.google.com"),
  GOOGLE_OAUTH_BASE: url.default("https://oauth2.googleapis.com"),
  // Replaces the several addresses of Google's APIs.
  GOOGLE_BUSINESS_BASE: url.optional(),
});

export type Config = Readonly<ReturnType<typeof readConfig>>;

export interface Flags {
  readonly data?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: string | undefined;
  readonly passive?: boolean | undefined;
  readonly demo?: boolean | undefined;
}

export class BadConfig extends Error {
  override readonly name = "BadConfig";
}

/** Flags take precedence over the environment. @throws BadConfig naming each invalid setting */
export function readConfig(environment: Record<string, string | undefined>, flags: Flags = {}) {
  const known = Object.keys(Environment.shape);
  const given = Object.entries(environment).filter(
    ([name, value]) =>
      value !== undefined && value !== "" && (name.startsWith("PARLOR_") || known.includes(name)),
  );
  const parsed = Environment.safeParse({
    ...Object.fromEntries(given),
    ...(flags.data !== undefined && { PARLOR_DATA: flags.data }),
    ...(flags.host !== undefined && { PARLOR_HOST: flags.host }),
    ...(flags.port !== undefined && { PARLOR_PORT: flags.port }),
    ...(flags.demo && { PARLOR_CARRIER: "simulated" }),
  });
  if (!parsed.success) throw new BadConfig(formatIssues(parsed.error.issues, known));

  const env = parsed.data;
  return {
    dataFolder: env.PARLOR_DATA,
    databaseFile: join(env.PARLOR_DATA, "parlor.db"),
    host: env.PARLOR_HOST,
    port: env.PARLOR_PORT,
    publicUrl: env.PARLOR_PUBLIC_URL,
    secretKey: env.PARLOR_SECRET_KEY,
    secretKeyFile: env.PARLOR_SECRET_KEY_FILE ?? join(env.PARLOR_DATA, "secret.key"),
    /** Addresses and CIDR blocks. */
    trustedProxies: env.PARLOR_TRUSTED_PROXIES,
    carrier: env.PARLOR_CARRIER,
    settleSeconds: env.PARLOR_SETTLE_SECONDS,
    allowPrivateHosts: env.PARLOR_ALLOW_PRIVATE_HOSTS,
    backupFolder: env.PARLOR_BACKUPS ?? join(env.PARLOR_DATA, "backups"),
    /** Such as "03:00", in the business's time zone. */
    backupTime: env.PARLOR_BACKUP_TIME,
    metricsToken: env.PARLOR_METRICS_TOKEN,
    diskLowBytes: env.PARLOR_DISK_LOW_MB * 1024 * 1024,
    twilioApiBase: env.TWILIO_API_BASE,
    twilioLookupsBase: env.TWILIO_LOOKUPS_BASE,
    twilioMessagingBase: env.TWILIO_MESSAGING_BASE,
    stripeApiBase: env.STRIPE_API_BASE,
    openaiBaseUrl: env.OPENAI_BASE_URL,
    elevenlabsApiBase: env.ELEVENLABS_API_BASE,
    googleAccountsBase: env.GOOGLE_ACCOUNTS_BASE,
    googleOauthBase: env.GOOGLE_OAUTH_BASE,
    /** Undefined for Google's own addresses. */
    googleBusinessBase: env.GOOGLE_BUSINESS_BASE,
    /** Serves without sending, charging or scheduling. */
    passive: flags.passive ?? false,
    demo: flags.demo ?? false,
  };
}

function isAddressOrBlock(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return (
    prefix === undefined ||
    (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 6 ? 128 : 32))
  );
}

/** Returns what matches the given addresses and CIDR blocks. */
export function toBlockList(blocks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [address = "", prefix] = block.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

function formatIssues(issues: readonly z.core.$ZodIssue[], known: readonly string[]): string {
  return issues
    .flatMap((issue) =>
      issue.code === "unrecognized_keys"
        ? issue.keys.map(
            (name) => `${name} isn't a setting. Did you mean ${findNearest(name, known)}?`,
          )
        : `${issue.path.join(".")} ${issue.message}.`,
    )
    .join("\n");
}

function findNearest(name: string, known: readonly string[]): string {
  const [first = ""] = known.toSorted((a, b) => editDistance(name, a) - editDistance(name, b));
  return first;
}
