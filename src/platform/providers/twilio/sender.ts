/**
 * Returns the number that a text came from: E.164, or a short code. Twilio prefixes RCS senders with
 * "rcs:". Undefined when there is no number to reply to, such as for "VOICE", "anonymous", "sip:a@b.example"
 * and an RCS agent's name.
 */
export function readSenderNumber(from: string): string | undefined {
  const number = from.trim().replace(/^rcs:(?=\+)/i, "");
  if (/^\+[1-9]\d{6,14}$/.test(number)) return number;
  return /^\+?[1-9]\d{2,5}$/.test(number) ? number.replace("+", "") : undefined;
}
