import type { Mail, MailOutcome, MailProvider, MailServer } from "#src/platform/providers/mail.ts";

/** A mail server in memory that accepts everything at once, or replies as configured. */
export class FakeMail implements MailProvider {
  readonly sent: (Mail & { readonly from: string })[] = [];
  /** Decides instead of accepting. */
  answer: ((mail: Mail) => MailOutcome | undefined | Promise<MailOutcome>) | undefined;
  #from = "";

  /** As App's providers hand it out. */
  by(server: MailServer): MailProvider {
    this.#from = server.fromAddress;
    return this;
  }

  async send(mail: Mail): Promise<MailOutcome> {
    const told = await this.answer?.(mail);
    if (told) return told;
    this.sent.push({ ...mail, from: this.#from });
    return { kind: "accepted", id: `<${this.sent.length}@mail.example.com>` };
  }
}
