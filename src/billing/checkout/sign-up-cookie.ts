import type { App } from "#src/app.ts";
import { setProofCookie } from "#src/platform/http/proof-cookie.ts";
import { isSigned, sign } from "#src/platform/secrets/signatures.ts";

/** The lifetime of an unpaid signature. */
const MAX_AGE_SECONDS = 24 * 60 * 60;

/** A signed sign-up: which contact signed which agreement for which plan. */
export interface SignedSignUp {
  readonly agreementId: number;
  readonly contactId: number;
  readonly planId: string;
}

/**
 * Ties the rest of a sign-up to the browser that signed. Reuses the cookie that proved the phone, whose
 * code is used up by then. A keyed hash prevents forging other ids.
 */
export function setSignUpCookie(app: App, answer: Headers, signUp: SignedSignUp): void {
  const seal = sign(app, HASH_NAME, sealInput(signUp));
  setProofCookie(app, answer, `${signUp.agreementId}.${signUp.contactId}.${seal}`, MAX_AGE_SECONDS);
}

/** Returns the agreement that this browser signed for this plan and contact, or undefined. */
export function findSignedAgreement(
  app: App,
  proof: string | undefined,
  expected: { contactId: number; planId: string },
): number | undefined {
  const [, agreement, contact, seal] = /^(\d{1,15})\.(\d{1,15})\.([\w-]+)$/.exec(proof ?? "") ?? [];
  if (agreement === undefined || seal === undefined || Number(contact) !== expected.contactId)
    return undefined;
  const agreementId = Number(agreement);
  const input = sealInput({ ...expected, agreementId });
  return isSigned(app, HASH_NAME, input, seal) ? agreementId : undefined;
}

const HASH_NAME = "financing chain";

function sealInput({ agreementId, contactId, planId }: SignedSignUp): string {
  return `${agreementId} ${contactId} ${planId}`;
}
