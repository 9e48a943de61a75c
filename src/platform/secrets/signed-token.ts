import { timingSafeEqual } from "node:crypto";
import type { App } from "#src/app.ts";

/** 96 bits, so that a link stays short in a text. */
const SIGNATURE_BYTES = 12;

interface Row {
  readonly id: number;
  readonly createdAt: number;
}

/** Returns what proves that a client owns a row. It is never stored. `purpose` keeps rows of two tables apart. */
export function signedToken(app: App, purpose: string, { id, createdAt }: Row): string {
  const signature = sign(app.secrets.keyedHash(purpose, `${id}.${createdAt}`));
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
    .some((one) => received.length === SIGNATURE_BYTES && timingSafeEqual(sign(one), received));
  return isValid ? row : undefined;
}

function sign(hash: Uint8Array): Buffer {
  return Buffer.from(hash.subarray(0, SIGNATURE_BYTES));
}
