import type {
  FetchedMedia,
  Lookup,
  OutgoingText,
  ProviderMessage,
  Registration,
  SendOutcome,
} from "#src/platform/providers/carrier.ts";
import type { TwilioConnection } from "#src/platform/providers/twilio/twilio.ts";

interface ReceivedText {
  readonly from: string;
  readonly body: string;
  readonly at?: number;
  readonly sid?: string;
}

/** A carrier in memory that replies at once, as configured. */
export class FakeSms implements TwilioConnection {
  readonly from = "+12025550100";
  readonly sent: OutgoingText[] = [];
  readonly messages: ProviderMessage[] = [];
  /** Decides instead of accepting. */
  answer: ((sms: OutgoingText) => SendOutcome | undefined) | undefined;
  now: () => number = Date.now;
  pageSize = 1000;
  readonly fetched: string[] = [];
  /** The content of an address from a webhook. */
  media: ((source: string) => FetchedMedia | undefined) | undefined;
  readonly lookedUp: [phone: string, lineType: boolean][] = [];
  /** What a lookup finds, where it is no plain mobile. */
  line: ((phone: string) => Lookup | undefined) | undefined;

  async send(sms: OutgoingText): Promise<SendOutcome> {
    const told = this.answer?.(sms);
    if (told && told.kind !== "in-doubt") return told;
    const accepted = this.accept(sms);
    return told ?? { kind: "accepted", providerId: accepted.providerId, segments: 1 };
  }

  /** The provider's texts, whether or not their receipts arrive. */
  accept(sms: OutgoingText): ProviderMessage {
    this.sent.push(sms);
    const message: ProviderMessage = {
      providerId: sidOf(this.sent.length),
      direction: "outbound",
      from: this.from,
      to: sms.to,
      body: sms.body,
      mediaCount: sms.mediaUrls?.length ?? 0,
      status: "sent",
      errorCode: null,
      createdAt: this.now(),
      price: null,
    };
    this.messages.unshift(message);
    return message;
  }

  /** The provider gets a client's text, whether or not its webhook request arrives. */
  receive({ from, body, at = this.now(), sid = sidOf(901) }: ReceivedText): void {
    this.messages.unshift({
      providerId: sid,
      direction: "inbound",
      from,
      to: this.from,
      body,
      mediaCount: 0,
      status: "received",
      errorCode: null,
      createdAt: at,
      price: null,
    });
  }

  async list({ to, since }: { to?: string; since: number }): Promise<ProviderMessage[]> {
    return this.messages.filter(
      (one) => one.createdAt >= since && (to === undefined || one.to === to),
    );
  }

  async *pages(by: { to?: string; since: number; limit: number; page?: string }) {
    const all = (await this.list(by)).slice(0, by.limit);
    for (let from = Number(by.page ?? 0); ; from += this.pageSize) {
      const next = from + this.pageSize < all.length ? String(from + this.pageSize) : undefined;
      yield { messages: all.slice(from, from + this.pageSize), next };
      if (next === undefined) return;
    }
  }

  /** What Twilio says about the registration. */
  registration: Registration = { kind: "none" };

  async readRegistration(): Promise<Registration> {
    return this.registration;
  }

  async lookUp(phone: string, lineType: boolean): Promise<Lookup> {
    this.lookedUp.push([phone, lineType]);
    return (
      this.line?.(phone) ?? { kind: "known", valid: true, lineType: lineType ? "mobile" : null }
    );
  }

  async fetchMedia(source: string): Promise<FetchedMedia> {
    this.fetched.push(source);
    return this.media?.(source) ?? { kind: "failed", message: "Twilio sent an unexpected reply" };
  }

  async mediaOf(providerId: string): Promise<string[]> {
    return [`https://api.twilio.com/${providerId}/Media/ME0`];
  }

  async check() {
    return { ok: true, message: "Connected" };
  }

  async setInboundAddresses() {
    return { ok: true, message: "Connected" };
  }
}

export function sidOf(number: number): string {
  return `SM${number.toString(16).padStart(32, "0")}`;
}
