import { type Random, seededRandom } from "./random.ts";
import { emptyLedger, type Ledger } from "./twilio-ledger.ts";
import { createNumber, type OwnedNumber } from "./twilio-numbers.ts";
import { newOutbox, type Outbox } from "./twilio-outbox.ts";
import type { Control, Faults, FetchedMedia } from "./twilio-shapes.ts";

export const ACCOUNT_SID = `AC${"a".repeat(32)}`;
export const AUTH_TOKEN = "stand-in-token";
/** The account's number by default. */
export const PHONE_NUMBER = "+12025550100";

/** How a post reaches the product; the default is `fetch`. */
type Deliver = (address: string, init: RequestInit) => Promise<Response>;

export interface TwilioStandInOptions extends Control {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  readonly seed?: number;
  readonly accountSid?: string;
  readonly authToken?: string;
  readonly phoneNumbers?: readonly string[];
  /** The carrier's clock for dates, epoch milliseconds. */
  readonly now?: () => number;
  readonly deliver?: Deliver;
}

interface Settings {
  readonly faults: Faults;
  readonly latencyMs: number;
  readonly callbacks: boolean;
  readonly callbackDelayMs: readonly [number, number];
  readonly duplicate: number;
  readonly shuffle: boolean;
  readonly magic: boolean;
  readonly validate: boolean;
  readonly bodyPrefix: string;
  readonly smsUrl: string;
  readonly registration: NonNullable<Control["registration"]>;
}

/** Everything the stand-in knows. */
export interface Carrier {
  readonly options: TwilioStandInOptions;
  readonly accountSid: string;
  readonly authToken: string;
  readonly authorization: string;
  readonly now: () => number;
  readonly deliver: Deliver;
  /** Separate, so that faults don't change which sids are assigned. */
  readonly ids: Random;
  readonly chance: Random;
  /** Requests the product should never send; a test fails on them. */
  readonly unexpected: string[];
  /** What the product's MediaUrls answered. */
  readonly media: FetchedMedia[];
  /** Contract violations of this stand-in itself. */
  readonly bugs: string[];
  settings: Settings;
  ledger: Ledger;
  numbers: OwnedNumber[];
  refusedOnce: Set<string>;
  /** Texts refused by a fault. */
  refusals: number;
  outbox: Outbox;
}

const DEFAULTS: Settings = {
  faults: {},
  latencyMs: 0,
  callbacks: true,
  callbackDelayMs: [5, 30],
  duplicate: 0,
  shuffle: false,
  magic: true,
  validate: true,
  bodyPrefix: "",
  smsUrl: "",
  registration: {},
};

export function createCarrier(options: TwilioStandInOptions): Carrier {
  const seed = options.seed ?? 1;
  const accountSid = options.accountSid ?? ACCOUNT_SID;
  const authToken = options.authToken ?? AUTH_TOKEN;
  const carrier: Carrier = {
    options,
    accountSid,
    authToken,
    authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`,
    now: options.now ?? Date.now,
    deliver: options.deliver ?? fetch,
    ids: seededRandom(seed),
    chance: seededRandom(seed ^ 0x5eed),
    unexpected: [],
    media: [],
    bugs: [],
    settings: DEFAULTS,
    ledger: emptyLedger(),
    numbers: [],
    refusedOnce: new Set(),
    refusals: 0,
    outbox: newOutbox(),
  };
  resetCarrier(carrier);
  return carrier;
}

/** As freshly started, except that no sid is assigned twice, because the product may keep its rows. */
export function resetCarrier(carrier: Carrier): void {
  carrier.outbox.closed = true;
  carrier.outbox = newOutbox();
  carrier.ledger = emptyLedger();
  carrier.refusedOnce = new Set();
  carrier.refusals = 0;
  carrier.unexpected.length = 0;
  carrier.media.length = 0;
  carrier.bugs.length = 0;
  carrier.numbers = (carrier.options.phoneNumbers ?? [PHONE_NUMBER]).map((phoneNumber) =>
    createNumber(`PN${carrier.ids.hex()}`, phoneNumber, carrier.now()),
  );
  carrier.settings = DEFAULTS;
  changeSettings(carrier, carrier.options);
}

export function changeSettings(carrier: Carrier, change: Control): void {
  const now = carrier.settings;
  carrier.settings = {
    faults: change.faults ?? now.faults,
    latencyMs: change.latencyMs ?? now.latencyMs,
    callbacks: change.callbacks ?? now.callbacks,
    callbackDelayMs: change.callbackDelayMs ?? now.callbackDelayMs,
    duplicate: change.duplicate ?? now.duplicate,
    shuffle: change.shuffle ?? now.shuffle,
    magic: change.magic ?? now.magic,
    validate: change.validate ?? now.validate,
    bodyPrefix: change.bodyPrefix ?? now.bodyPrefix,
    smsUrl: change.smsUrl ?? now.smsUrl,
    registration: change.registration ?? now.registration,
  };
  if (change.smsUrl !== undefined)
    for (const number of carrier.numbers) number.settings.sms_url = change.smsUrl;
}
