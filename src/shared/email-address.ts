import * as z from "zod/mini";

const INVALID = "Invalid email address";

/** The length is checked first and alone: the pattern takes quadratic time on long texts. */
export const EmailAddress = z.string(INVALID).check(
  z.trim(),
  z.maxLength(200, { error: INVALID, abort: true }),
  z.refine((text) => z.regexes.email.test(toAscii(text)), INVALID),
);

/** Converts an international domain to its ASCII form, which the pattern can check. */
function toAscii(address: string): string {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  // The URL parser would accept a port or path after the host.
  if (/^[\p{ASCII}]*$/u.test(domain) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return address;
  const url = URL.parse(`http://${domain}`);
  if (!url) return address;
  // The pattern allows only letters in the last label.
  return address.slice(0, at + 1) + url.hostname.replace(/(?<=\.)xn--[a-z\d-]+$/, "international");
}
