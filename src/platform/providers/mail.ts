/** One outgoing mail server, as saved in Settings. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** Requires TLS: from the first byte on port 465, by STARTTLS on any other. */
  readonly secure: boolean;
  /** Empty when the server requires no sign-in. */
  readonly user: string;
  readonly password: string;
  /** The sender's display name. */
  readonly fromName: string;
  readonly fromAddress: string;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text without line wrapping. */
  readonly text: string;
  readonly attachments?: readonly {
    readonly name: string;
    /** The media type. */
    readonly type: string;
    readonly content: Uint8Array;
  }[];
  /** Identifies a mail that may be sent again after a crash, so that mail programs show it once. */
  readonly id?: string;
}

/** A refusal is a value, worded for staff; anything thrown is a bug. */
export type MailOutcome =
  | { readonly kind: "accepted"; readonly id: string }
  | { readonly kind: "refused"; readonly message: string };

export interface MailProvider {
  readonly send: (mail: Mail) => Promise<MailOutcome>;
}
