import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Config } from "#src/config.ts";

const KEY_BYTES = 32;
const NONCE_BYTES = 12;

export interface SecretBox {
  /** `column` is bound to the record, so a secret moved to another column does not open. */
  readonly seal: (column: string, secret: string) => string;
  /** Undefined when the record was sealed with another key. */
  readonly open: (column: string, sealed: string) => string | undefined;
  /** For what is compared and never shown again: without the key, even six digits cannot be tried out. */
  readonly keyedHash: (column: string, secret: string) => Uint8Array;
}

/** AES-256-GCM with a fresh nonce; a record is `v1.<key id>.<nonce>.<ciphertext and tag>`. */
export function createSecretBox(key: Uint8Array): SecretBox {
  const keyId = new Bun.CryptoHasher("sha256").update(key).digest("hex").slice(0, 8);
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
      const [version, sealedBy, nonce = "", sealed = ""] = record.split(".");
      if (version !== "v1" || sealedBy !== keyId) return undefined;
      const bytes = Buffer.from(sealed, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64url"));
      decipher.setAAD(Buffer.from(column));
      decipher.setAuthTag(bytes.subarray(-16));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString(
          "utf8",
        );
      } catch {
        return undefined;
      }
    },
    keyedHash: (column, secret) =>
      createHmac("sha256", key).update(`${column}\0${secret}`).digest(),
  };
}

/** From PARLOR_SECRET_KEY, else the key file, which is made (0600) when it is not there. */
export function readSecretKey(config: Config): Uint8Array {
  if (config.secretKey)
    return checked(Buffer.from(config.secretKey, "base64"), "PARLOR_SECRET_KEY");
  if (!existsSync(config.secretKeyFile)) {
    writeFileSync(config.secretKeyFile, randomBytes(KEY_BYTES).toString("base64"), { mode: 0o600 });
    chmodSync(config.secretKeyFile, 0o600);
  }
  return checked(
    Buffer.from(readFileSync(config.secretKeyFile, "utf8").trim(), "base64"),
    config.secretKeyFile,
  );
}

function checked(key: Uint8Array, source: string): Uint8Array {
  if (key.length !== KEY_BYTES) throw new Error(`${source} must hold 32 bytes in base64.`);
  return key;
}
