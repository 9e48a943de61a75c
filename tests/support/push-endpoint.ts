import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

interface Pushed {
  /** The decrypted message. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  readonly message: any;
  readonly ttl: string | null;
  readonly urgency: string | null;
}

export interface PushEndpoint {
  /** As a browser's subscription has it. */
  readonly subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  readonly received: Pushed[];
  /** What it answers from now on. */
  answer: number;
  readonly stop: () => Promise<void>;
}

/**
 * A push service and a browser in one: checks who sends (VAPID, RFC 8292) and decrypts what was sent
 * (aes128gcm, RFC 8188 and 8291), by node's primitives alone.
 */
export function startPushEndpoint(publicKey: () => string): PushEndpoint {
  const browser = createECDH("prime256v1");
  const browserKey = browser.generateKeys();
  const auth = randomBytes(16);
  const received: Pushed[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      if (endpoint.answer !== 201) return new Response(null, { status: endpoint.answer });
      if (request.headers.get("content-encoding") !== "aes128gcm")
        return new Response(null, { status: 415 });
      if (!(await isSignedBy(request, publicKey(), server.url.origin)))
        return new Response(null, { status: 403 });
      const body = Buffer.from(await request.arrayBuffer());
      received.push({
        message: JSON.parse(decrypt(body)),
        ttl: request.headers.get("ttl"),
        urgency: request.headers.get("urgency"),
      });
      return new Response(null, { status: 201 });
    },
  });

  function decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const keyLength = body[20] ?? 0;
    const senderKey = body.subarray(21, 21 + keyLength);
    const sealed = body.subarray(21 + keyLength);
    const shared = browser.computeSecret(senderKey);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), browserKey, senderKey]);
    const secret = Buffer.from(hkdfSync("sha256", shared, auth, info, 32));
    const derive = (label: string, length: number) =>
      Buffer.from(hkdfSync("sha256", secret, salt, `Content-Encoding: ${label}\0`, length));
    const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
    decipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    // The last record ends with 2, then zeros.
    return padded.subarray(0, padded.lastIndexOf(2)).toString("utf8");
  }

  const endpoint: PushEndpoint = {
    subscription: {
      endpoint: `${server.url.origin}/push/${randomBytes(8).toString("hex")}`,
      keys: { p256dh: browserKey.toString("base64url"), auth: auth.toString("base64url") },
    },
    received,
    answer: 201,
    stop: () => server.stop(true),
  };
  return endpoint;
}

async function isSignedBy(request: Request, key: string, audience: string): Promise<boolean> {
  const [, token = "", named] =
    /^vapid t=([^,]+), ?k=(.+)$/.exec(request.headers.get("authorization") ?? "") ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const raw = Buffer.from(key, "base64url");
  const verifier = await crypto.subtle.importKey(
    "raw",
    raw,
    { name: "ECDSA", namedCurve: "P-256" },
    false,
    ["verify"],
  );
  const isValid = await crypto.subtle.verify(
    { name: "ECDSA", hash: "SHA-256" },
    verifier,
    Buffer.from(signature, "base64url"),
    Buffer.from(`${head}.${claims}`),
  );
  const { aud } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { aud: string };
  return isValid && named === key && aud === audience;
}
