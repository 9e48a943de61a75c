import type { MailServer } from "#src/platform/providers/mail.ts";

/** Explains an error of nodemailer to staff. @throws any other error */
export function smtpMessage(error: unknown, { host, port }: MailServer): string {
  const { code, command, response, message } = errorDetails(error);
  const said = response ? ` It said: ${toSingleLine(response)}` : "";
  switch (code) {
    case "EAUTH":
    case "ENOAUTH":
      return `The mail server didn't accept the user name and password.${said}`;
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
