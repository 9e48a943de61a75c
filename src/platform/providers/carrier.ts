import type { Check } from "./check.ts";

export interface OutgoingText {
  /** E.164. */
  readonly to: string;
  /** Empty only when there are pictures. */
  readonly body: string;
  /** Where the provider fetches the pictures. */
  readonly mediaUrls?: readonly string[];
  /** Where receipts are posted. It contains the row's id, so that an early receipt finds its row. */
  readonly statusCallback: string | undefined;
  /** The provider drops the text if it can't deliver it within this time; undefined for its default. */
  readonly validSeconds?: number | undefined;
}

/** A refusal is a value; anything thrown is a bug. */
export type SendOutcome =
  | {
      readonly kind: "accepted";
      readonly providerId: string;
      /** The provider's count of segments, if it reports one. */
      readonly segments: number | undefined;
    }
  /** Certainly not sent, and a second try won't help. */
  | { readonly kind: "refused"; readonly code: number | null; readonly reason: string }
  /** Certainly not processed; the same text may be sent again after the pause. */
  | {
      readonly kind: "busy";
      readonly pauseMs: number;
      readonly reason: string;
      /** The provider did not answer at all. */
      readonly unreachable?: boolean;
    }
  /** May or may not have been sent. Never resend it blindly. */
  | { readonly kind: "in-doubt"; readonly reason: string };

export type ProviderStatus =
  | "accepted"
  | "sent"
  | "delivered"
  | "undelivered"
  | "failed"
  | "received";

export interface ProviderMessage {
  readonly providerId: string;
  readonly direction: "inbound" | "outbound";
  /** Empty when the sender has no number. */
  readonly from: string;
  readonly to: string;
  readonly body: string;
  /** Pictures and files of the message. */
  readonly mediaCount: number;
  readonly status: ProviderStatus;
  readonly errorCode: number | null;
  /** Epoch milliseconds, in whole seconds. */
  readonly createdAt: number;
  /** Millionths of the account's currency, once known. */
  readonly price: number | null;
}

export interface ListFilter {
  readonly to?: string;
  readonly from?: string;
  /** Only messages created at or after this time, in epoch milliseconds. */
  readonly since: number;
  /** The most messages to read. */
  readonly limit: number;
}

interface MessagePage {
  readonly messages: readonly ProviderMessage[];
  /** The next page, also valid after a restart; undefined at the end. */
  readonly next: string | undefined;
}

export type Lookup =
  /** `lineType` such as "landline"; null when it was not requested or is unknown. */
  | { readonly kind: "known"; readonly valid: boolean; readonly lineType: string | null }
  | { readonly kind: "failed" };

export type FetchedMedia =
  | { readonly kind: "fetched"; readonly bytes: Uint8Array; readonly type: string }
  /** Permanent: another try won't help. */
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "failed"; readonly message: string };

/** The carrier's own reading of a keyword. */
export type OptOutType = "stop" | "start" | "help";

/** An event that a carrier sends to the webhook. */
export type CarrierEvent =
  | {
      readonly kind: "text";
      readonly providerId: string;
      /** E.164, or a short code; undefined when the sender has no number. */
      readonly from: string | undefined;
      readonly body: string;
      readonly optOutType: OptOutType | undefined;
      /** The carrier has already handled the keyword and answered the client. */
      readonly carrierAnswered: boolean;
      /** The address of each picture or file; null when it gave none. */
      readonly media: readonly (string | null)[];
    }
  | {
      readonly kind: "receipt";
      readonly providerId: string;
      readonly to: string;
      readonly status: ProviderStatus;
      readonly errorCode: number | null;
    };

export interface Carrier {
  /** The number clients see. */
  readonly from: string;
  readonly send: (sms: OutgoingText) => Promise<SendOutcome>;
  /**
   * Newest first, without a date filter at the provider (a queued message has no date there).
   * @throws ProviderUnreachable
   */
  readonly list: (by: ListFilter) => Promise<ProviderMessage[]>;
  /** Lists page by page, for up to millions of messages. @throws ProviderUnreachable */
  readonly pages: (by: ListFilter & { readonly page?: string }) => AsyncIterable<MessagePage>;
  /** Downloads a file that a client sent, from the address in the webhook. Never throws. */
  readonly fetchMedia: (source: string) => Promise<FetchedMedia>;
  /** Returns the addresses of a text's files, for texts without a webhook. @throws ProviderUnreachable */
  readonly mediaOf: (providerId: string) => Promise<string[]>;
  /** Looks up a number; the line type costs money. Never throws: a failed lookup is a value. */
  readonly lookUp: (phone: string, lineType: boolean) => Promise<Lookup>;
  readonly check: () => Promise<Check>;
  /** Reads what US carriers know about the number; it changes nothing. @throws ProviderUnreachable */
  readonly readRegistration: () => Promise<Registration>;
}

/** The state of one of the carriers' forms. */
export interface RegistrationPart {
  readonly state: "approved" | "pending" | "refused" | "suspended";
  /** The carriers' own reasons, for a refusal. */
  readonly reasons: readonly string[];
  /** Epoch milliseconds. */
  readonly updatedAt: number | null;
}

/** What US carriers know about the number. Null where nothing was submitted. */
export type Registration =
  | {
      readonly kind: "local";
      readonly brand: RegistrationPart | null;
      readonly campaign: RegistrationPart | null;
      /** Whether a Messaging Service, to which campaigns belong, contains the number. */
      readonly isInService: boolean;
    }
  | { readonly kind: "toll-free"; readonly verification: RegistrationPart | null }
  /** No registration is needed: the number isn't American, or texts are simulated. */
  | { readonly kind: "none" };

/** What an error code means for the text, its number and the sending state. */
export type Verdict =
  | "opted-out"
  | "undeliverable"
  | "strike"
  | "filtered"
  /** The text fails. Ten of these in a row pause its campaign. */
  | "failed"
  /** The text's time ran out at the provider. A campaign sends it again. */
  | "expired"
  | "try-again"
  | "slow-down"
  /** The campaign waits for staff; other texts are sent. */
  | "pause-campaign"
  | "pause-sending"
  /** Numbers of a region get no texts: as `pause-sending` for the business's own country, else as `failed`. */
  | "region-blocked";

export interface ErrorMeaning {
  readonly verdict: Verdict;
  /** The reason as shown to staff, without the code. */
  readonly reason: string;
}

/** The provider did not answer as expected, so the result is unknown. */
export class ProviderUnreachable extends Error {
  override readonly name = "ProviderUnreachable";
}
