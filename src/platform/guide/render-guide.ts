import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, parse } from "node:path";
import { Marked } from "marked";
import { SETTINGS } from "#src/platform/settings/table-contract.ts";

/** A page of the owner's guide, as HTML. */
export interface GuidePage {
  /** The last part of its address. */
  readonly slug: string;
  readonly title: string;
  /** The first sentence, as text: what the page is about. */
  readonly summary: string;
  readonly html: string;
  readonly sections: readonly GuideSection[];
}

/** What a search finds: the text below one heading. */
interface GuideSection {
  /** The anchor; empty for the text before the first heading. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** What owners call it. Searched, and not shown. */
  readonly words: string;
}

export interface GuideChapter {
  readonly title: string;
  readonly pages: readonly GuidePage[];
}

const GUIDE_FOLDER = join(import.meta.dir, "../../../docs/guide");
/** Pages with this many sections begin with a list of them. */
const LISTED_SECTIONS = 6;

/**
 * Renders docs/guide as JSON of its chapters, which takes less space in the program than the same as code. Called as a macro, so the program contains the pages and neither Markdown nor a renderer.
 * `{{name}}` in a page is a figure of figures.ts, and `<!-- words: … -->` below a heading is for the search.
 * @throws Error for a page or a figure that doesn't exist
 */
export function renderGuide(): string {
  try {
    return JSON.stringify(renderChapters());
  } catch (error) {
    // The bundler doesn't say why a macro failed.
    process.stderr.write(`${Bun.inspect(error)}\n`);
    throw error;
  }
}

function renderChapters(): GuideChapter[] {
  const contents = JSON.parse(readFileSync(join(GUIDE_FOLDER, "contents.json"), "utf8")) as {
    title: string;
    pages: string[];
  }[];
  const pictures = guidePictures();
  return contents.map(({ title, pages }) => ({
    title,
    pages: pages.map((slug) =>
      renderPage(slug, readFileSync(join(GUIDE_FOLDER, `${slug}.md`), "utf8"), pictures),
    ),
  }));
}

function renderPage(
  slug: string,
  markdown: string,
  pictures: ReadonlyMap<string, GuidePicture>,
): GuidePage {
  const filled = markdown.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const figure = FIGURES[name];
    if (figure === undefined) throw new Error(`docs/guide/${slug}.md: there's no figure ${name}`);
    return figure;
  });
  const parts = rendererFor(pictures)
    .parse(filled, { async: false })
    .split(/(?=<h2 )/);
  const sections = parts.map(sectionOf);
  const html = parts.join("").replace(WORDS, "");
  const title = textOf(/<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? "");
  const [summary = ""] = textOf(/<p>(.*?)<\/p>/s.exec(html)?.[1] ?? "").split(/(?<=[.:])\s/);
  if (title === "") throw new Error(`docs/guide/${slug}.md has no title`);
  return { slug, title, summary, html: withList(html, sections.slice(1)), sections };
}

const WORDS = /<!-- words: (.*?) -->\s*/gs;

function rendererFor(pictures: ReadonlyMap<string, GuidePicture>): Marked {
  return new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const title = this.parser.parseInline(tokens);
        return depth === 1
          ? `<h1>${title}</h1>`
          : `<h${depth} id="${idOf(textOf(title))}">${title}</h${depth}>`;
      },
      link({ href, tokens }) {
        const label = this.parser.parseInline(tokens);
        const [, page, anchor = ""] = /^([a-z-]+)\.md(#[a-z\d-]+)?$/.exec(href) ?? [];
        return `<a href="${page === undefined ? href : `/guide/${page}${anchor}`}">${label}</a>`;
      },
      image({ href, text }) {
        const [, name = ""] = /^pictures\/([a-z-]+)\.webp$/.exec(href) ?? [];
        const picture = (theme: string) => {
          const file = pictures.get(`${name}-${theme}.webp`);
          return file
            ? `<img class="in-${theme}" src="/assets/${file.published}" width="${file.width}" height="${file.height}" alt="${text}" loading="lazy">`
            : "";
        };
        return picture("dark") + picture("light");
      },
    },
  });
}

function sectionOf(html: string): GuideSection {
  const [, id = "", heading = ""] = /^<h2 id="([^"]+)">(.*?)<\/h2>/.exec(html) ?? [];
  const words = [...html.matchAll(WORDS)].map(([, listed]) => listed).join(", ");
  return { id, title: textOf(heading), text: textOf(html.replace(WORDS, "")), words };
}

function withList(html: string, sections: readonly GuideSection[]): string {
  if (sections.length < LISTED_SECTIONS) return html;
  const items = sections.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`);
  return html.replace(/(?=<h2 )/, `<ul class="sections">${items.join("")}</ul>`);
}

function textOf(html: string): string {
  return html
    .replace(/<[^>]+>/g, " ")
    .replace(/&(?:quot|#39|lt|gt|amp);/g, (sign) => SIGNS[sign] ?? sign)
    .replace(/\s+/g, " ")
    .replace(/ (?=[.,;:)?!])/g, "")
    .trim();
}

const SIGNS: Readonly<Record<string, string>> = {
  "&quot;": '"',
  "&#39;": "'",
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
};

function idOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^a-z\d]+/g, "-")
    .replace(/^-|-$/g, "");
}

/**
 * The figures that the guide quotes, by their names in its pages: `{{sessionDays}}`. Defaults of settings are read
 * from their table. Limits of other domains are compared with the code by tests/platform/guide/figures.test.ts.
 */
export const FIGURES: Readonly<Record<string, string>> = {
  quietFrom: clock(SETTINGS.quietHoursStart.default),
  quietUntil: clock(SETTINGS.quietHoursEnd.default),
  reminderTime: clock(SETTINGS.appointmentReminderTime.default),
  secondReminderHours: String(SETTINGS.appointmentSecondReminderHours.default),
  thankYouMinutes: String(SETTINGS.appointmentThankYouDelayMinutes.default),
  offerMinutes: String(SETTINGS.waitlistOfferMinutes.default),
  noticeHours: String(SETTINGS.bookingNoticeHours.default),
  horizonDays: String(SETTINGS.bookingHorizonDays.default),
  cancellationHours: String(SETTINGS.bookingCancellationHours.default),
  costPerSegment: SETTINGS.costPerSegment.default,
  pictureDays: String(SETTINGS.mediaRetentionDays.default),
  transcriptDays: String(SETTINGS.callTranscriptRetentionDays.default),
  smtpPort: String(SETTINGS.smtpPort.default),
  reviewMinutes: String(SETTINGS.googleReviewsCacheDurationMinutes.default),
  codeCountries: SETTINGS.verificationCountries.default.join(", "),
  clientMonths: "18",
  servicesOfVisit: "8",
  sessionDays: "7",
  invitationDays: "7",
  setUpMinutes: "60",
  passwordMinutes: "10",
  codeMinutes: "10",
  recoveryCodes: "10",
  dailyBackups: "7",
  weeklyBackups: "4",
  backupTime: clock("03:00"),
  diskLowMb: "200",
  failedPayments: "3",
  fewestInstallments: "2",
  mostInstallments: "24",
  mostVisits: "52",
  openBookings: "3",
  bookedWithinDays: "14",
  unansweredDays: "3",
  requestsLogged: "100",
  requestsAMinute: "600",
  releaseKeys: releaseKeys(),
};

/** The keys that sign releases, as `ssh-keygen -Y verify -f` reads them. */
function releaseKeys(): string {
  const lines = readFileSync(join(import.meta.dir, "../../../docs/signers"), "utf8").split("\n");
  const keys = lines.filter((line) => line !== "" && !line.startsWith("#"));
  return keys.join("\n") || "# This build has no key yet, so its releases aren't signed.";
}

/** "20:00" as "8 PM". */
function clock(time: string): string {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const half = hours < 12 ? "AM" : "PM";
  return `${hours % 12 || 12}${minutes ? `:${String(minutes).padStart(2, "0")}` : ""} ${half}`;
}

const FOLDER = join(import.meta.dir, "../../../docs/guide/pictures");
/** The pixels of a picture for each one of the page. */
export const PICTURE_SCALE = 1.5;

interface GuidePicture {
  /** The name under which the build publishes it. */
  readonly published: string;
  /** In pixels of the page. */
  readonly width: number;
  readonly height: number;
}

/** Returns the guide's pictures by the names of their files. */
export function guidePictures(): ReadonlyMap<string, GuidePicture> {
  if (!existsSync(FOLDER)) return new Map();
  return new Map(
    readdirSync(FOLDER)
      .sort()
      .map((file) => {
        const bytes = readFileSync(join(FOLDER, file));
        const { name, ext } = parse(file);
        const hash = Bun.hash(bytes).toString(36).slice(0, 8);
        return [file, { published: `guide-${name}-${hash}${ext}`, ...sizeOf(bytes) }];
      }),
  );
}

/** Reads the size from the header that Chromium writes (RFC 9649, section 2.7). */
function sizeOf(webp: Buffer): { width: number; height: number } {
  if (webp.toString("latin1", 8, 16) !== "WEBPVP8X")
    throw new Error("This isn't a WebP of Chromium.");
  const pixels = (at: number) => Math.round((webp.readUIntLE(at, 3) + 1) / PICTURE_SCALE);
  return { width: pixels(24), height: pixels(27) };
}
