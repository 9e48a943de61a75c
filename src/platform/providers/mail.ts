/** One outgoing mail server, as Settings has it. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** TLS: from the first byte on port 465, by STARTTLS on any other. */
  readonly secure: boolean;
  /** Empty where the server wants no sign-in. */
  readonly user: string;
  readonly password: string;
  /** Said before the address; mail leaves from `user` where no other address is known. */
  readonly fromName: string;
  readonly fromAddress: string;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text; lines are wrapped by whoever reads it. */
  readonly text: string;
}

/** A server's no is a value, in words for staff; anything thrown is a bug. */
export type MailOutcome =
  | { readonly kind: "accepted"; readonly id: string }
  | { readonly kind: "refused"; readonly words: string };

export interface MailProvider {
  readonly send: (mail: Mail) => Promise<MailOutcome>;
}
