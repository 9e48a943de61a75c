import { timingSafeEqual } from "node:crypto";
import type { App } from "#src/app.ts";

/** Signs a text for one purpose with the current key, as base64url. */
export function sign(app: App, purpose: string, text: string): string {
  return toBase64url(app.secrets.keyedHash(purpose, text));
}

/** Returns whether the text was signed with the current key or a former one. */
export function isSigned(app: App, purpose: string, text: string, signature: string): boolean {
  return app.secrets
    .keyedHashes(purpose, text)
    .some((hash) => isSame(signature, toBase64url(hash)));
}

/**
 * Compares without revealing by its duration where the texts differ. Signatures are compared as texts, because
 * the last base64url character has unused bits: two strings decode to the same bytes.
 */
export function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function toBase64url(hash: Uint8Array): string {
  return Buffer.from(hash).toString("base64url");
}
