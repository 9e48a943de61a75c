import type { Check } from "./check.ts";
import { ERROR_MEANINGS, type ErrorMeaning } from "./twilio/error-codes.ts";

export interface TwilioCredentials {
  readonly accountSid: string;
  readonly authToken: string;
  /** E.164; texts leave from it. */
  readonly phoneNumber: string;
  /** MG…; when set, texts leave through this Messaging Service instead. */
  readonly messagingServiceSid: string | undefined;
}

export interface OutgoingText {
  /** E.164. */
  readonly to: string;
  /** Empty only where there are pictures. */
  readonly body: string;
  /** Where the provider fetches the pictures that go along. */
  readonly mediaUrls?: readonly string[];
  /** Where receipts go; it carries our row's id, so that an early one finds its row. */
  readonly statusCallback: string | undefined;
}

/** A provider's no is a value; anything thrown is a bug. */
export type SendOutcome =
  | {
      readonly kind: "accepted";
      readonly providerId: string;
      /** Segments as the provider counts them, when it says so. */
      readonly segments: number | undefined;
    }
  /** Surely not sent, and no second try will help. */
  | { readonly kind: "refused"; readonly code: number | null; readonly reason: string }
  /** Surely not processed: the same text may be tried again after the pause. */
  | { readonly kind: "busy"; readonly pauseMs: number; readonly reason: string }
  /** May or may not have been sent. Never post it again blind. */
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
  readonly from: string;
  readonly to: string;
  readonly body: string;
  /** Pictures and files that go along. */
  readonly mediaCount: number;
  readonly status: ProviderStatus;
  readonly errorCode: number | null;
  /** Epoch milliseconds; the provider knows whole seconds. */
  readonly createdAt: number;
  /** Millionths of the account's currency, once known. */
  readonly price: number | null;
}

export interface ListFilter {
  readonly to?: string;
  readonly from?: string;
  /** Epoch milliseconds; only messages created at or after it. */
  readonly since: number;
  /** Stop asking after so many. */
  readonly limit: number;
}

interface MessagePage {
  readonly messages: readonly ProviderMessage[];
  /** Where to go on, also after a restart; undefined at the end. */
  readonly next: string | undefined;
}

export type Lookup =
  /** `lineType` in Twilio's words, such as "landline"; null where it was not asked or is not known. */
  | { readonly kind: "known"; readonly valid: boolean; readonly lineType: string | null }
  | { readonly kind: "failed" };

export type FetchedMedia =
  | { readonly kind: "fetched"; readonly bytes: Uint8Array; readonly type: string }
  /** Not to be had, however often it is tried. */
  | { readonly kind: "refused"; readonly words: string }
  | { readonly kind: "failed"; readonly words: string };

export interface Carrier {
  readonly name: "twilio" | "simulated";
  /** The number clients see. */
  readonly from: string;
  readonly send: (sms: OutgoingText) => Promise<SendOutcome>;
  /**
   * Newest first, without a date filter at the provider (a queued message has no date there).
   * @throws ProviderUnreachable
   */
  readonly list: (by: ListFilter) => Promise<ProviderMessage[]>;
  /** The same page by page, for what may be a million. @throws ProviderUnreachable */
  readonly pages: (by: ListFilter & { readonly page?: string }) => AsyncIterable<MessagePage>;
  /** What a client sent along, by the address that the webhook named. Never throws. */
  readonly fetchMedia: (source: string) => Promise<FetchedMedia>;
  /** Those addresses for a text that no webhook told of. @throws ProviderUnreachable */
  readonly mediaOf: (providerId: string) => Promise<string[]>;
  /** What is known of a number; with its line's type it costs money. Never throws: not knowing is an answer. */
  readonly lookUp: (phone: string, lineType: boolean) => Promise<Lookup>;
  /** Points the provider's webhooks for the number at these addresses. @throws ProviderUnreachable */
  readonly setInboundAddresses: (to: InboundAddresses) => Promise<Check>;
  /** Are the credentials good? In words for the settings screen. */
  readonly check: () => Promise<Check>;
}

/** What the provider calls for the number. */
export interface InboundAddresses {
  readonly text: string;
  readonly call: string;
  readonly callStatus: string;
}

/**
 * Returns the reason that staff see for a carrier's error code, and what it means for the text, its
 * number and the sending state. Every carrier reports Twilio's codes.
 */
export function explainError(
  code: number | null,
  fallback = "The text could not be sent",
): ErrorMeaning {
  const known = code === null ? undefined : ERROR_MEANINGS[code];
  return known ?? { verdict: "failed", reason: code === null ? fallback : `${fallback} (${code})` };
}

/** The provider did not answer as it should; nothing is known. */
export class ProviderUnreachable extends Error {
  override readonly name = "ProviderUnreachable";
}
