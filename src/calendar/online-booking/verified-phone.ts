import type { App } from "#src/app.ts";
import { setProofCookie } from "#src/platform/http/proof-cookie.ts";
import { isSigned, sign } from "#src/platform/secrets/signatures.ts";

/** How long a visitor has to book after they typed the code. */
const SECONDS = 60 * 60;
const HASH_NAME = "booking phone";

/** Remembers in the browser's cookie that its visitor has this phone. A keyed hash prevents forging it. */
export function setVerifiedPhone(app: App, answer: Headers, phone: string): void {
  const until = app.now() + SECONDS * 1000;
  const seal = sign(app, HASH_NAME, `${phone} ${until}`);
  setProofCookie(app, answer, `${phone.slice(1)}.${until}.${seal}`, SECONDS);
}

/** Returns E.164, or undefined without a valid cookie. */
export function findVerifiedPhone(app: App, proof: string | undefined): string | undefined {
  const [, digits, until, seal] = /^(\d{6,15})\.(\d{1,16})\.([\w-]+)$/.exec(proof ?? "") ?? [];
  if (digits === undefined || seal === undefined || Number(until) <= app.now()) return undefined;
  return isSigned(app, HASH_NAME, `+${digits} ${until}`, seal) ? `+${digits}` : undefined;
}
