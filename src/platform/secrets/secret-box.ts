import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface SecretBox {
  /** `column` is authenticated, so a record moved to another column can't be opened. */
  readonly seal: (column: string, secret: string) => string;
  /** Returns undefined when the record was sealed with an unknown key. */
  readonly open: (column: string, sealed: string) => string | undefined;
  /** For values that are compared and never shown: without the key, even six digits can't be guessed. */
  readonly keyedHash: (column: string, secret: string) => Uint8Array;
  /** The hash under each known key, the current one first, so that records of a former key are found too. */
  readonly keyedHashes: (column: string, secret: string) => readonly Uint8Array[];
}

/**
 * Uses AES-256-GCM with a random nonce. A record is `v1.<key id>.<nonce>.<ciphertext and tag>`. Seals
 * with `key`; opens with it and with `others`, the former keys and the key of a rotation in progress.
 */
export function createSecretBox(key: Uint8Array, others: readonly Uint8Array[] = []): SecretBox {
  const keys = new Map([key, ...others].map((one) => [keyIdOf(one), one]));
  const keyId = keyIdOf(key);
  const hash = (by: Uint8Array, column: string, secret: string) =>
    createHmac("sha256", by).update(`${column}\0${secret}`).digest();
  return {
    seal(column, secret) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      cipher.setAAD(Buffer.from(column));
      const sealed = Buffer.concat([
        cipher.update(secret, "utf8"),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      return ["v1", keyId, nonce.toString("base64url"), sealed.toString("base64url")].join(".");
    },
    open(column, record) {
      const [version, sealedBy = "", nonce = "", sealed = ""] = record.split(".");
      const opens = keys.get(sealedBy);
      if (version !== "v1" || !opens) return undefined;
      const bytes = Buffer.from(sealed, "base64url");
      try {
        const decipher = createDecipheriv("aes-256-gcm", opens, Buffer.from(nonce, "base64url"));
        decipher.setAAD(Buffer.from(column));
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
        const parts = [decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()];
        return Buffer.concat(parts).toString("utf8");
      } catch {
        return undefined;
      }
    },
    keyedHash: (column, secret) => hash(key, column, secret),
    keyedHashes: (column, secret) => [...keys.values()].map((by) => hash(by, column, secret)),
  };
}

/** Identifies the key that sealed a record, without revealing it. */
export function keyIdOf(key: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(key).digest("hex").slice(0, 8);
}
