import type { MailServer } from "#src/platform/providers/mail.ts";

/** What nodemailer's error means to somebody at the front desk. @throws what is no error of mail */
export function smtpWords(error: unknown, { host, port }: MailServer): string {
  const { code, command, response, message } = told(error);
  const said = response ? ` It said: ${oneLine(response)}` : "";
  switch (code) {
    case "EAUTH":
    case "ENOAUTH":
      return `The mail server did not accept the user name and password.${said}`;
    case "EENVELOPE":
      return command === "MAIL FROM"
        ? `The mail server does not let this account send from that address.${said}`
        : `The mail server does not accept the recipient's address.${said}`;
    case "EMESSAGE":
      return `The mail server did not take the message.${said}`;
    case "ETIMEDOUT":
      return `${host} did not answer in time on port ${port}. Check host and port.`;
    case "EDNS":
      return `There is no server named ${host}.`;
    case "ETLS":
      return `${host} offers no encryption on port ${port}. Try another port, or turn Secure connection off.`;
    case "ESOCKET":
    case "ECONNECTION":
      return socketWords(message, host, port);
    case "EPROTOCOL":
      return `What answers at ${host} on port ${port} is no mail server. Check host and port.`;
    default:
      throw error;
  }
}

function socketWords(message: string, host: string, port: number): string {
  if (/certificate|self.signed|altname|CERT_|issuer/i.test(message))
    return `The certificate of ${host} cannot be trusted: ${oneLine(message)}`;
  if (/wrong version number|ssl|tls/i.test(message))
    return `${host} does not speak TLS on port ${port}. Try port 587.`;
  if (/refused/i.test(message))
    return `Nothing answers at ${host} on port ${port}. Check host and port.`;
  return `The connection to ${host} on port ${port} broke off. Check host and port.`;
}

function told(error: unknown) {
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

const MOST = 200;

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, MOST);
}
