import { expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import fc from "fast-check";
import {
  deleteUnpaidAgreements,
  findAgreement,
  firstBrokenAgreement,
} from "#db/billing/agreements.ts";
import { inTransaction } from "#db/connection.ts";
import {
  activateAgreement,
  createAgreementPdf,
  recordAgreementEvent,
  type Signing,
  signAgreement,
} from "#src/billing/agreements/agreements.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { hasPoppler, textOfPdf } from "#tests/support/pdf-text.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

const PNG =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC";

const SIGNING: Signing = {
  kind: "membership",
  subjectId: "m1",
  title: "Membership agreement: Glow Club",
  text: "# Membership\n\nThe member pays $49.00 each month.",
  facts: { priceCents: 4900 },
  signatureType: "canvas",
  signatureData: PNG,
  signerName: "Ada Lovelace",
  phone: "+12025550111",
  phoneVerified: true,
  email: "ada@example.com",
  caller: { ip: "203.0.113.7", userAgent: "A browser" },
};

function sign({ app }: TestApp, changes: Partial<Signing> = {}): number {
  return inTransaction(app.db, () => signAgreement(app, { ...SIGNING, ...changes }));
}

test("a signed agreement keeps its exact text, its hash, and who signed it from where", () => {
  const parlor = testApp();
  const row = findAgreement(parlor.app.db, sign(parlor));
  expect(row).toMatchObject({
    text: SIGNING.text,
    signerName: "Ada Lovelace",
    phone: "+12025550111",
    phoneVerified: true,
    ipAddress: "203.0.113.7",
    userAgent: "A browser",
    signedAt: parlor.clock.now,
  });
  const hash = new Bun.CryptoHasher("sha256").update(SIGNING.text).digest("hex");
  expect(Buffer.from(row?.textHash ?? []).toString("hex")).toBe(hash);
  expect(row?.consent).toContain("electronically");
});

test("an unpaid agreement is deleted after a day, an active one never", () => {
  const parlor = testApp();
  const { app, clock } = parlor;
  sign(parlor);
  const paid = sign(parlor);
  inTransaction(app.db, () => activateAgreement(app, paid));
  expect(deleteUnpaidAgreements(app.db, clock.now + 23 * 3_600_000)).toBe(0);
  expect(deleteUnpaidAgreements(app.db, clock.now + 25 * 3_600_000)).toBe(1);
  expect(findAgreement(app.db, paid)).toMatchObject({ expiresAt: null });
});

const COLUMNS = [
  "text",
  "facts",
  "signature",
  "signer_name",
  "email",
  "consent",
  "ip_address",
  "title",
] as const;

test("a flipped byte anywhere in a signed agreement or its later events is detected", () => {
  fc.assert(
    fc.property(fc.constantFrom(...COLUMNS), fc.nat(), (column, where) => {
      const parlor = testApp();
      const { app } = parlor;
      const id = sign(parlor);
      inTransaction(app.db, () => recordAgreementEvent(app, id, "Downloaded"));
      expect(firstBrokenAgreement(app.db)).toBeUndefined();
      const stored = app.db
        .query<{ bytes: Uint8Array }, []>(`select cast(${column} as blob) as bytes from agreements`)
        .get();
      const bytes = Buffer.from(stored?.bytes ?? []);
      const at = where % bytes.length;
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      const type = column === "signature" ? "?" : "cast(? as text)";
      app.db.query(`update agreements set ${column} = ${type}`).run(bytes);
      expect(firstBrokenAgreement(app.db)).toBe(id);
      app.db.close();
    }),
    { numRuns: 40 },
  );
  const parlor = testApp();
  const id = sign(parlor);
  inTransaction(parlor.app.db, () => recordAgreementEvent(parlor.app, id, "Downloaded"));
  parlor.app.db.run("update agreement_events set words = 'Signeb' where words = 'Signed'");
  expect(firstBrokenAgreement(parlor.app.db)).toBe(id);
});

/** A PNG with a right header whose pixels can't be inflated. */
function brokenPng(): string {
  const bytes = Buffer.from(PNG.split(",")[1] ?? "", "base64");
  bytes.fill(0x55, bytes.indexOf("IDAT") + 6, bytes.indexOf("IEND") - 8);
  return `data:image/png;base64,${bytes.toString("base64")}`;
}

/** Ten by ten pixels whose data inflates to 100 MB. */
function pngBomb(): string {
  const bytes = Buffer.from(PNG.split(",")[1] ?? "", "base64");
  const data = deflateSync(Buffer.alloc(100_000_000));
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length);
  chunk.write("IDAT", 4);
  data.copy(chunk, 8);
  const at = bytes.indexOf("IDAT") - 4;
  return `data:image/png;base64,${Buffer.concat([bytes.subarray(0, at), chunk]).toString("base64")}`;
}

test.each([
  ["canvas", "", "Please provide a signature"],
  ["canvas", "data:image/png;base64,aGVsbG8=", "Please provide a signature"],
  ["canvas", PNG.replace("image/png", "image/svg+xml"), "Please provide a signature"],
  ["canvas", brokenPng(), "Please provide a signature"],
  ["canvas", pngBomb(), "Please provide a signature"],
  ["text", "   ", "Please type your name to sign"],
] as const)("a signature by %s of %j is refused", (signatureType, signatureData, message) => {
  const parlor = testApp();
  expect(() => sign(parlor, { signatureType, signatureData })).toThrow(message);
  expect(parlor.app.db.query("select 1 from agreements").all()).toEqual([]);
});

test("the PDF can be drawn for either kind of signature", async () => {
  const parlor = testApp();
  for (const id of [
    sign(parlor),
    sign(parlor, { signatureType: "text", signatureData: "王小明" }),
  ]) {
    const file = await createAgreementPdf(parlor.app, id);
    expect(Buffer.from(file).toString("latin1", 0, 5)).toBe("%PDF-");
  }
});

test.skipIf(!hasPoppler)(
  "an agreement names the business that it was signed with, whatever the settings say later",
  async () => {
    const parlor = testApp();
    const { app, admin } = parlor;
    saveSettings(app, admin.actor, { businessName: "Glow Studio", businessAddress: "12 Main St" });
    const id = sign(parlor);
    saveSettings(app, admin.actor, { businessName: "Ember & Oak", businessAddress: "9 Elm St" });
    const words = await textOfPdf(await createAgreementPdf(app, id));
    for (const part of ["Glow Studio", "12 Main St"]) expect(words).toContain(part);
    expect(words).not.toMatch(/Ember|Elm St/);
  },
);
