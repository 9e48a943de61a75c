import { timingSafeEqual } from "node:crypto";
import type { App } from "#src/app.ts";
import { setProofCookie } from "#src/platform/http/proof-cookie.ts";

/** As long as an unpaid signature lives. */
const SECONDS = 24 * 60 * 60;

/** What a visitor went through: who signed what for which plan. */
export interface Chain {
  readonly agreementId: number;
  readonly contactId: number;
  readonly planId: string;
}

/**
 * Ties the rest of a sign-up to the browser that signed, in the cookie that proved the phone: its code is used
 * up by then. Sealed by our key, so that no other id can be put in its place.
 */
export function bindChain(app: App, answer: Headers, chain: Chain): void {
  const seal = Buffer.from(app.secrets.keyedHash(COLUMN, wordsOf(chain))).toString("base64url");
  setProofCookie(app, answer, `${chain.agreementId}.${chain.contactId}.${seal}`, SECONDS);
}

/** The agreement that this browser signed for just this plan as just this contact; undefined for any other. */
export function agreementOf(
  app: App,
  proof: string | undefined,
  asked: { contactId: number; planId: string },
): number | undefined {
  const [, agreement, contact, seal] = /^(\d{1,15})\.(\d{1,15})\.([\w-]+)$/.exec(proof ?? "") ?? [];
  if (agreement === undefined || seal === undefined || Number(contact) !== asked.contactId)
    return undefined;
  const agreementId = Number(agreement);
  const given = Buffer.from(seal, "base64url");
  const isOurs = app.secrets
    .keyedHashes(COLUMN, wordsOf({ ...asked, agreementId }))
    .some((one) => one.length === given.length && timingSafeEqual(one, given));
  return isOurs ? agreementId : undefined;
}

const COLUMN = "financing chain";

function wordsOf({ agreementId, contactId, planId }: Chain): string {
  return `${agreementId} ${contactId} ${planId}`;
}
