import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { CERTIFICATE, KEY } from "./mail-certificate.ts";

export interface MailServerOfTests {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  readonly stop: () => Promise<void>;
}

interface ReceivedMail {
  /** The recipient in the envelope. */
  readonly to: readonly string[];
  readonly from: string;
  readonly encrypted: boolean;
  readonly raw: string;
  readonly parsed: ParsedMail;
}

export const MAIL_USER = "desk@salon.example.com";
export const MAIL_PASSWORD = "a mail password";

/** A real SMTP server on this computer; by default it requires a sign-in and offers STARTTLS. */
export async function startMailServer(
  options: SMTPServerOptions = {},
  port = 0,
): Promise<MailServerOfTests> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    key: KEY,
    cert: CERTIFICATE,
    logger: false,
    onAuth(auth, _session, done) {
      if (auth.username === MAIL_USER && auth.password === MAIL_PASSWORD)
        done(null, { user: MAIL_USER });
      else done(new Error("5.7.8 Bad credentials"));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const raw = Buffer.concat(chunks);
        mails.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : "",
          encrypted: Boolean(session.secure),
          raw: raw.toString(),
          parsed: await simpleParser(raw),
        });
        done();
      });
    },
    ...options,
  });
  // A visitor who leaves midway doesn't fail a test.
  server.on("error", () => undefined);
  const listening = Promise.withResolvers<void>();
  const listener = server.listen(port, "127.0.0.1", () => listening.resolve());
  listener.on("error", listening.reject);
  await listening.promise;
  const address = listener.address();
  return {
    port: typeof address === "object" && address ? address.port : port,
    mails,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
