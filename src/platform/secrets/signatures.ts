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

/** 96 bits, so that a link stays short in a text. */
const SIGNATURE_BYTES = 12;

interface Row {
  readonly id: number;
  readonly createdAt: number;
}

/** Returns what proves that a client owns a row. It is never stored. `purpose` keeps rows of two tables apart. */
export function signedToken(app: App, purpose: string, { id, createdAt }: Row): string {
  const signature = toShort(app.secrets.keyedHash(purpose, `${id}.${createdAt}`));
  return `${id}-${signature.toString("base64url")}`;
}

/** Returns the row of a token; undefined for a forged one. */
export function findSigned<Found extends Row>(
  app: App,
  purpose: string,
  token: string,
  find: (id: number) => Found | undefined,
): Found | undefined {
  const [, id = "0", signature = ""] = /^(\d{1,15})-([\w-]{16})$/.exec(token) ?? [];
  const row = find(Number(id));
  const received = Buffer.from(signature, "base64url");
  // Compared even without a row, so that all wrong tokens take the same time.
  const isValid = app.secrets
    .keyedHashes(purpose, `${id}.${row?.createdAt ?? 0}`)
    .some((one) => received.length === SIGNATURE_BYTES && timingSafeEqual(toShort(one), received));
  return isValid ? row : undefined;
}

function toShort(hash: Uint8Array): Buffer {
  return Buffer.from(hash.subarray(0, SIGNATURE_BYTES));
}
