import { isIP } from "node:net";
import type { Mail, MailOutcome, MailProvider, MailServer } from "#src/platform/providers/mail.ts";
import { type HostRule, resolveHost } from "#src/platform/providers/private-hosts.ts";

export interface Timeouts {
  /** Limits connecting, and waiting for the server's greeting. */
  readonly greetingMs: number;
  /** Limits the time between two replies of the server. */
  readonly silenceMs: number;
  /** Limits the whole exchange, including a server that replies byte by byte. */
  readonly totalMs: number;
}

const TIMEOUTS: Timeouts = { greetingMs: 10_000, silenceMs: 20_000, totalMs: 60_000 };

/** Opens a connection for each mail, because few are sent and an idle one would keep an old address. */
export function connectSmtp(
  rule: HostRule,
  server: MailServer,
  patience: Timeouts = TIMEOUTS,
): MailProvider {
  return {
    async send(mail) {
      const host = await resolveHost(rule, server.host);
      if (host.kind === "refused") return host;
      return sendTo(host.address, server, mail, patience);
    },
  };
}

async function sendTo(
  address: string,
  server: MailServer,
  mail: Mail,
  patience: Timeouts,
): Promise<MailOutcome> {
  // Loaded with the first mail, because it takes 40 ms and several megabytes.
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    host: address,
    port: server.port,
    secure: server.port === 465,
    requireTLS: server.secure && server.port !== 465,
    // When it is off, TLS is still used if the server offers it, with any certificate.
    tls: {
      rejectUnauthorized: server.secure,
      ...(isIP(server.host) === 0 && { servername: server.host }),
    },
    ...(server.user && { auth: { user: server.user, pass: server.password } }),
    connectionTimeout: patience.greetingMs,
    greetingTimeout: patience.greetingMs,
    socketTimeout: patience.silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => timeout.reject(Object.assign(new Error("too slow"), { code: "ETIMEDOUT" })),
    patience.totalMs,
  );
  try {
    const sending = transport.sendMail({
      from: { name: server.fromName, address: server.fromAddress },
      // Passed as an object, an address with commas stays one address.
      to: { name: "", address: mail.to },
      subject: mail.subject,
      text: mail.text,
      html: toHtml(mail.text),
      attachments: mail.attachments?.map(({ name: filename, type: contentType, content }) => ({
        filename,
        contentType,
        content: Buffer.from(content),
      })),
      ...(mail.id && { messageId: `<${mail.id}@${server.fromAddress.split("@").at(-1)}>` }),
      // RFC 3834: vacation responders must not answer.
      headers: { "Auto-Submitted": "auto-generated" },
    });
    const { messageId } = await Promise.race([sending, timeout.promise]);
    return { kind: "accepted", id: messageId };
  } catch (error) {
    return { kind: "refused", message: smtpMessage(error, server) };
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};
const ADDRESS = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]]/g;

/** The same text in HTML: paragraphs at empty lines, and addresses as links. */
function toHtml(text: string): string {
  const paragraphs = text.split(/\n{2,}/).map((part) => `<p>${linkify(part)}</p>`);
  return `<!doctype html><meta charset="utf-8"><div style="max-width:36em;font:16px/1.5 system-ui,sans-serif">${paragraphs.join("")}</div>`;
}

function linkify(text: string): string {
  let from = 0;
  let html = "";
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    html += `${escapeHtml(text.slice(from, index))}<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`;
    from = index + address.length;
  }
  return html + escapeHtml(text.slice(from));
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign).replaceAll("\n", "<br>");
}

/** Explains an error of nodemailer to staff. @throws any other error */
function smtpMessage(error: unknown, { host, port }: MailServer): string {
  const { code, command, response, message } = errorDetails(error);
  const said = response ? ` It said: ${toSingleLine(response)}` : "";
  switch (code) {
    case "EAUTH":
    case "ENOAUTH":
      return `The mail server didn't accept the username and password.${said}`;
    case "EENVELOPE":
      return command === "MAIL FROM"
        ? `The mail server doesn't let this account send from that address.${said}`
        : `The mail server doesn't accept the recipient's address.${said}`;
    case "EMESSAGE":
      return `The mail server didn't accept the message.${said}`;
    case "ETIMEDOUT":
      return `${host} didn't answer in time on port ${port}. Check the host and port.`;
    case "EDNS":
      return `There's no server named ${host}.`;
    case "ETLS":
      return `${host} offers no encryption on port ${port}. Try another port, or turn Secure connection off.`;
    case "ESOCKET":
    case "ECONNECTION":
      return socketMessage(message, host, port);
    case "EPROTOCOL":
      return `The program at ${host} on port ${port} isn't a mail server. Check the host and port.`;
    default:
      throw error;
  }
}

function socketMessage(message: string, host: string, port: number): string {
  if (/certificate|self.signed|altname|CERT_|issuer/i.test(message))
    return `The certificate of ${host} can't be trusted: ${toSingleLine(message)}`;
  if (/wrong version number|ssl|tls/i.test(message))
    return `${host} doesn't use TLS on port ${port}. Try port 587.`;
  if (/refused/i.test(message))
    return `Nothing answers at ${host} on port ${port}. Check the host and port.`;
  return `The connection to ${host} on port ${port} broke off. Check the host and port.`;
}

function errorDetails(error: unknown) {
  const from = (name: string) => {
    const value: unknown = error instanceof Error ? Reflect.get(error, name) : undefined;
    return typeof value === "string" ? value : "";
  };
  return {
    code: from("code"),
    command: from("command"),
    response: from("response"),
    message: from("message"),
  };
}

const MAX_LENGTH = 200;

function toSingleLine(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, MAX_LENGTH);
}
