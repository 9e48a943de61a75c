import type { OutgoingSms, ProviderMessage, SmsOutcome, SmsProvider } from "#src/providers/sms.ts";

/** A carrier in memory that answers at once, and as it is told to. */
export class FakeSms implements SmsProvider {
  readonly name = "twilio";
  readonly from = "+12025550100";
  readonly sent: OutgoingSms[] = [];
  readonly messages: ProviderMessage[] = [];
  /** Decides instead of accepting. */
  answer: ((sms: OutgoingSms) => SmsOutcome | undefined) | undefined;
  now: () => number = Date.now;

  async send(sms: OutgoingSms): Promise<SmsOutcome> {
    const told = this.answer?.(sms);
    if (told && told.kind !== "in-doubt") return told;
    const accepted = this.accept(sms);
    return told ?? { kind: "accepted", providerId: accepted.providerId, segments: 1 };
  }

  /** What the provider has, whether or not we hear of it. */
  accept(sms: OutgoingSms): ProviderMessage {
    this.sent.push(sms);
    const message: ProviderMessage = {
      providerId: sidOf(this.sent.length),
      direction: "outbound",
      from: this.from,
      to: sms.to,
      body: sms.body,
      status: "sent",
      errorCode: null,
      createdAt: this.now(),
      price: null,
    };
    this.messages.unshift(message);
    return message;
  }

  async list({ to, since }: { to?: string; since: number }): Promise<ProviderMessage[]> {
    return this.messages.filter(
      (one) => one.createdAt >= since && (to === undefined || one.to === to),
    );
  }

  async *pages(by: { to?: string; since: number }) {
    yield await this.list(by);
  }

  async check() {
    return { ok: true, words: "Connected" };
  }

  async setInboundAddress() {
    return { ok: true, words: "Connected" };
  }
}

export function sidOf(number: number): string {
  return `SM${number.toString(16).padStart(32, "0")}`;
}
