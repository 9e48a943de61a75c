import { expect, test } from "bun:test";
import type { AgreementFile } from "#src/billing/agreements/pdf.ts";
import { renderAgreement } from "#src/billing/agreements/render.ts";
import { unpackWoff } from "#src/billing/agreements/woff.ts";

const FILE: AgreementFile = {
  title: "Membership agreement: Glow Club",
  businessName: "Glow Studio",
  businessLines: ["12 Main St, Austin", "(512) 555-0100"],
  text: "# Membership\n\nThe member pays $49.00 each month.\n\n## Names\n\nЖанна, 王小明, 김민수, Ελένη, สมชาย.",
  signature: { type: "text", text: "王小明" },
  signerName: "王小明",
  signedAt: "November 21, 2026 at 2:15 PM, America/Chicago",
  evidence: [["SHA-256 of the text", "ab".repeat(32)]],
  events: [
    { at: "Nov 21, 2026 14:10:02", words: "The agreement was opened", hash: "cd".repeat(32) },
  ],
  paper: "LETTER",
  date: 0,
};

/** What a reader finds in the file, by poppler. */
async function wordsOf(pdf: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = Bun.spawn(["pdftotext", "-layout", "-", "-"], { stdin: pdf, stdout: "pipe" });
  return new Response(reader.stdout).text();
}

const poppler = Bun.which("pdftotext") !== null;

test.skipIf(!poppler)("names of any alphabet, headings and evidence can be read back", async () => {
  const words = await wordsOf(await renderAgreement(FILE));
  for (const part of [
    "Glow Studio",
    "Membership agreement: Glow Club",
    "The member pays $49.00 each month.",
    "Жанна",
    "王小明",
    "김민수",
    "Ελένη",
    "How this was signed",
    "ab".repeat(32),
    "page 2 of 2",
  ])
    expect(words).toContain(part);
  expect(words).not.toContain("# ");
});

test.skipIf(!poppler)("a long agreement flows over pages, none of them empty", async () => {
  const text = Array.from(
    { length: 40 },
    (_, at) => `## ${at + 1}. Section\n\n${"The member agrees to this. ".repeat(25)}`,
  ).join("\n\n");
  const pages = (await wordsOf(await renderAgreement({ ...FILE, text }))).split("\f").slice(0, -1);
  expect(pages.length).toBeGreaterThan(5);
  for (const page of pages) expect(page.trim().split("\n").length).toBeGreaterThan(4);
  expect(pages.at(-1)).toContain(`page ${pages.length} of ${pages.length}`);
});

test("the same agreement gives the same file, and the loop is not held meanwhile", async () => {
  let longest = 0;
  let before = process.cpuUsage();
  // Processor time: elapsed time would include the turns of other programs on a busy machine.
  const pulse = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    longest = Math.max(longest, (user + system) / 1_000);
    before = process.cpuUsage();
  }, 5);
  const [one, other] = await Promise.all([renderAgreement(FILE), renderAgreement(FILE)]);
  clearInterval(pulse);
  expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true);
  expect(Buffer.from(one).toString("latin1", 0, 5)).toBe("%PDF-");
  expect(longest).toBeLessThan(250);
});

test("what is no WOFF is refused", () => {
  expect(() => unpackWoff(new Uint8Array(64))).toThrow("not a WOFF file");
});
