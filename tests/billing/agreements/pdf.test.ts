import { expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { renderAgreement } from "#src/billing/agreements/agreements.ts";
import type { AgreementFile } from "#src/billing/agreements/pdf.ts";
import { unpackWoff } from "#src/platform/pdf/fonts.ts";
import { breakLines } from "#src/platform/pdf/lines.ts";
import { hasPoppler, textOfPdf } from "#tests/support/pdf-text.ts";

const FILE: AgreementFile = {
  title: "Membership agreement: Glow Club",
  businessName: "Glow Studio",
  businessLines: ["12 Main St, Austin", "(512) 555-0100"],
  text: "# Membership\n\nThe member pays $49.00 each month.\n\n## Names\n\nЖанна, 王小明, 김민수, Ελένη, สมชาย.",
  terms: [{ label: "Price", value: "$49.00 per month" }],
  signature: { type: "text", text: "王小明" },
  signerName: "王小明",
  signedAt: "November 21, 2026 at 2:15 PM, America/Chicago",
  evidence: [["SHA-256 of the text", "ab".repeat(32)]],
  events: [
    { at: "Nov 21, 2026 14:10:02", description: "The agreement was opened", hash: "cd".repeat(32) },
  ],
  paper: "LETTER",
  date: 0,
};

test.skipIf(!hasPoppler)(
  "names in any alphabet, headings and evidence can be read back from the PDF",
  async () => {
    const words = await textOfPdf(await renderAgreement(FILE));
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
  },
);

test.skipIf(!hasPoppler)(
  "a long agreement flows over several pages, none of them empty",
  async () => {
    const text = Array.from(
      { length: 40 },
      (_, at) => `## ${at + 1}. Section\n\n${"The member agrees to this. ".repeat(25)}`,
    ).join("\n\n");
    const pages = (await textOfPdf(await renderAgreement({ ...FILE, text })))
      .split("\f")
      .slice(0, -1);
    expect(pages.length).toBeGreaterThan(5);
    for (const page of pages) expect(page.trim().split("\n").length).toBeGreaterThan(4);
    expect(pages.at(-1)).toContain(`page ${pages.length} of ${pages.length}`);
  },
);

test("the same agreement produces the same file without blocking the event loop", async () => {
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

test("a file that isn't WOFF is refused", () => {
  expect(() => unpackWoff(new Uint8Array(64))).toThrow("not a WOFF file");
});

const SCRIPTS = [
  ["Emoji", "Thank you 💇‍♀️ ❤️ 👍🏽", "NotoEmoji"],
  ["Thai", "สมาชิกตกลงที่จะชำระค่าบริการ", "NotoSansThai"],
  ["Tamil", "உறுப்பினர் கட்டணம்", "NotoSansTamil"],
  ["Chinese and Japanese", "会员同意。会員は毎月", "NotoSansSC"],
  ["Korean", "회원은 매월", "NotoSansKR"],
  ["Hebrew and Arabic", "החבר محمد", "DejaVuSans"],
] as const;

test.skipIf(!hasPoppler).each(SCRIPTS)(
  "%s is set in a typeface of its own",
  async (_, text, font) => {
    const signature = { type: "text", text: "Ada" } as const;
    const pdf = await renderAgreement({ ...FILE, text, signature, signerName: "Ada" });
    const reader = Bun.spawn(["pdffonts", "-"], { stdin: pdf, stdout: "pipe" });
    const fonts = await new Response(reader.stdout).text();
    expect(fonts).toContain(font);
    expect(fonts).not.toMatch(/unifont/i);
  },
);

test.skipIf(!hasPoppler)("right-to-left text is in order, with numbers and brackets", async () => {
  const text = "החבר משלם 49.00 בחודש (בלי עמלה) עבור Glow Club.";
  const pdf = await renderAgreement({ ...FILE, text });
  const reader = Bun.spawn(["pdftotext", "-bbox", "-", "-"], { stdin: pdf, stdout: "pipe" });
  const html = await new Response(reader.stdout).text();
  const words = [...html.matchAll(/xMin="([\d.]+)".*>(.+)<\/word>/g)]
    .map(([, left, word = ""]) => ({ left: Number(left), word }))
    .filter(({ word }) => /[א-ת]|^49/.test(word))
    .toSorted((one, other) => one.left - other.left)
    .map(({ word }) => word);
  // As drawn from left to right, so the letters of a word are the other way round.
  const turned = (word: string) => Array.from(word).reverse().join("");
  const drawn = [
    turned("עבור"),
    `(${turned("עמלה")}`,
    `${turned("בלי")})`,
    turned("בחודש"),
    "49.00",
    turned("משלם"),
    turned("החבר"),
  ];
  expect(words).toEqual(drawn);
});

test.skipIf(!hasPoppler)(
  "the PDF is tagged for screen readers, with its language and title",
  async () => {
    const path = join(tmpdir(), `parlor-${crypto.randomUUID()}.pdf`);
    await Bun.write(path, await renderAgreement({ ...FILE, text: "# Terms\n\nשלום Glow Club" }));
    const info = await Bun.$`pdfinfo ${path}`.text();
    const structure = await Bun.$`pdfinfo -struct-text ${path}`.text();
    await Bun.file(path).delete();
    expect(info).toMatch(/Tagged:\s+yes/);
    expect(info).toMatch(/Title:\s+Membership agreement: Glow Club/);
    for (const part of [
      /^Document/m,
      /H1.*\n.*"Membership agreement: Glow Club"/,
      /H2.*\n.*"Terms"/,
    ])
      expect(structure).toMatch(part);
    expect(structure).not.toContain("page 1 of");
  },
);

test("lines keep every letter in order and never exceed their width", () => {
  const letter = fc.constantFrom(..."ab-,. (1א9ب会。ก", "👨‍👩‍👧", "Wide");
  fc.assert(
    fc.property(fc.array(letter, { maxLength: 60 }), (letters) => {
      const text = letters.join("");
      const lines = breakLines(text, {
        width: 10,
        fontOf: () => "regular",
        measure: (part) => Array.from(new Intl.Segmenter().segment(part)).length,
      });
      for (const { width } of lines) expect(width).toBeLessThanOrEqual(10);
      const sorted = (all: string) => Array.from(all.replace(/\s/g, "")).toSorted().join("");
      const drawn = lines.flatMap(({ pieces }) => pieces.map((piece) => piece.text)).join("");
      const unmirrored = (all: string) => all.replace(/[()]/g, "|");
      expect(sorted(unmirrored(drawn))).toBe(sorted(unmirrored(text)));
    }),
  );
});

test.each([
  ["abc", "abc"],
  ["אב גד", "גד אב"],
  ["אב 12.5 גד", "גד 12.5 אב"],
  ["אב (גד)", "(גד) אב"],
  ["pay אב גד now", "pay גד אב now"],
  ["אב Glow Club גד", "גד Glow Club אב"],
])("%s is drawn as %s", (text, drawn) => {
  const [line] = breakLines(text, { width: 99, fontOf: () => "regular", measure: () => 1 });
  // Letters within a word are turned by the typeface, brackets mirrored before it.
  const pieces = line?.pieces.map((piece) => piece.text.replace(")גד(", "(גד)"));
  expect(pieces?.join("")).toBe(drawn);
});
