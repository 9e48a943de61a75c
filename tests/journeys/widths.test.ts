import { expect } from "bun:test";
import type { Page } from "playwright-core";
import type { Conversation } from "#src/messaging/inbox/contract.ts";
import { screens } from "#ui/screens.ts";
import { JOURNEY_MS, open } from "./browser.ts";
import { demoSalon, journey } from "./salon.ts";
import { bar, until, waitForToast } from "./steps.ts";

const WIDTHS = [320, 390, 640, 768, 820, 834, 1023, 1024, 1280, 1440, 2560];
/** Two rows of 44 px and what is around them. */
const MAX_TWO_ROWS = 124;
/** The first of the sample salon's campaigns and clients. */
const SCREENS = [
  ...screens
    .filter(({ access, path }) => access !== "public" && path !== "/inbox")
    .map(({ path }) =>
      path.replace("automatic/:key", "automatic/next-visit").replace(/:\w+$/, "1"),
    ),
  "/inbox",
  "/inbox?c=1",
  "/appointments?view=week",
];

const salon = demoSalon("widths");

const isWatched = new WeakSet<Page>();

/** Notes when a page uses Intl before it is touched: the first use keeps a browser from everything else for 20 to 60 ms. */
async function watchIntl(page: Page): Promise<void> {
  if (isWatched.has(page)) return;
  isWatched.add(page);
  await page.addInitScript(() => {
    const used: string[] = [];
    Object.assign(window, { used });
    for (const name of ["DateTimeFormat", "NumberFormat", "Collator", "ListFormat"] as const)
      Object.assign(Intl, {
        [name]: new Proxy(Intl[name], {
          construct: (format, given) => used.push(name) && Reflect.construct(format, given),
          apply: (format, self, given) => used.push(name) && Reflect.apply(format, self, given),
        }),
      });
    for (const kind of [Number, Date]) {
      const original = kind.prototype.toLocaleString;
      kind.prototype.toLocaleString = function (...given: []) {
        used.push(kind.name);
        return original.apply(this, given);
      };
    }
  });
}

// One test for each: on a busy machine all together would take longer than a journey may.
for (const path of SCREENS)
  journey(
    `no header or toolbar of ${path} is cut off at any width, and it loads without Intl`,
    async () => {
      const { page } = salon.owner;
      const cut: string[] = [];
      await watchIntl(page);
      await open(page, salon.parlor.url + path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        for (const what of await cutOff(page)) cut.push(`${width} px: ${what}`);
      }
      expect(cut).toEqual([]);
      expect(await page.evaluate(() => (window as { used?: string[] }).used)).toEqual([]);
      expect(salon.owner.complaints).toEqual([]);
    },
    JOURNEY_MS,
  );

journey(
  "a table fits its card, and what its column says stands in its row once, at every width",
  async () => {
    const { page } = salon.owner;
    const unfit: string[] = [];
    for (const path of ["/payment-plan-subscriptions", "/subscriptions", "/waitlist", "/reviews"]) {
      await open(page, salon.parlor.url + path);
      await page.locator(".table td.fold").first().waitFor({ state: "attached" });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        const [column, line, isCut] = await page.evaluate(() => [
          ...[".table td.fold", ".table .folded"].map((part) =>
            [...document.querySelectorAll(part)].some((one) => one.checkVisibility()),
          ),
          [...document.querySelectorAll(".table-scroll")].some(
            ({ clientWidth, scrollWidth }) => scrollWidth > clientWidth,
          ),
        ]);
        if (column && line) unfit.push(`twice: ${path} at ${width} px`);
        if (isCut) unfit.push(`cut off: ${path} at ${width} px`);
      }
    }
    expect(unfit).toEqual([]);
  },
  JOURNEY_MS,
);

journey(
  "booking for a client fits the screen, however many employees there are",
  async () => {
    const { page } = salon.owner;
    await open(page, `${salon.parlor.url}/appointments?new=1`);
    await page.getByRole("dialog").getByText("With", { exact: false }).first().waitFor();
    const cut: number[] = [];
    for (const width of [320, 390, 640, 768, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      const edges = page.getByRole("dialog").locator("input:visible, select:visible, textarea");
      const right = await edges.evaluateAll((all) =>
        Math.max(...all.map((one) => one.getBoundingClientRect().right)),
      );
      if (right > width - 8) cut.push(width);
    }
    expect(cut).toEqual([]);
  },
  JOURNEY_MS,
);

journey(
  "in one column, what waits comes before today, and the chart is as wide as its card",
  async () => {
    const { page } = salon.owner;
    await open(page, `${salon.parlor.url}/`);
    const box = (name: string) => page.getByRole("region", { name }).boundingBox();
    const chart = page.getByRole("img", { name: "Texts sent per day" });
    await chart.waitFor();
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const [waiting, today] = [await box("Waiting for You"), await box("Today")];
      if (width < 1000) expect(today?.y).toBeGreaterThan(waiting?.y ?? 0);
      const inner = await chart.boundingBox();
      // The card of the chart is as wide.
      expect((waiting?.width ?? 0) - (inner?.width ?? 0)).toBeLessThan(40);
      const label = await chart.locator("text").first().boundingBox();
      expect(Math.round(label?.height ?? 0)).toBeLessThan(20);
    }
  },
  JOURNEY_MS,
);

journey(
  "a client's cards are two columns on a tablet, and a finger gets 44 px for a tag",
  async () => {
    const { page } = salon.owner;
    await open(page, `${salon.parlor.url}/contacts/1`);
    const box = async (name: string) => {
      const region = page.getByRole("region", { name, exact: true });
      await region.waitFor();
      const { x = 0, y = 0 } = (await region.boundingBox()) ?? {};
      return { x, y };
    };
    const isBeside = async () => {
      const [billing, history] = [await box("Billing"), await box("History")];
      return history.x > billing.x && history.y === billing.y;
    };
    await page.setViewportSize({ width: 820, height: 1180 });
    expect(await isBeside()).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await isBeside()).toBe(false);
    await page.setViewportSize({ width: 390, height: 844 });
    const hits = await page.getByRole("button", { name: "Add Tag" }).evaluate((button) => {
      const { x, y, height } = button.getBoundingClientRect();
      const isHit = (at: number) => button.contains(document.elementFromPoint(x + 20, at));
      return [-2, -1, height, height + 1].filter((at) => isHit(y + at)).length;
    });
    expect(hits).toBe(4);
  },
  JOURNEY_MS,
);

journey(
  "the list of conversations gets what the thread doesn't need",
  async () => {
    const { page } = salon.owner;
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, `${salon.parlor.url}/inbox?c=1`);
    const list = page.getByRole("region", { name: "Conversations", exact: true });
    await list.waitFor();
    for (const [width, expected] of [
      [820, 298],
      [1440, 328],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      expect(Math.round((await list.boundingBox())?.width ?? 0)).toBe(expected);
    }
  },
  JOURNEY_MS,
);

journey(
  "a tip is below its button",
  async () => {
    const { page } = salon.owner;
    await page.setViewportSize({ width: 1280, height: 800 });
    await open(page, `${salon.parlor.url}/`);
    const button = page.getByRole("button", { name: "Switch theme" });
    await button.hover();
    await page.locator(".tip", { hasText: "Switch theme" }).waitFor();
    const [around, tip] = await Promise.all([
      button.boundingBox(),
      page.locator(".tip").boundingBox(),
    ]);
    const gap = (tip?.y ?? 0) - (around?.y ?? 0) - (around?.height ?? 0);
    expect(Math.round(gap)).toBe(6);
  },
  JOURNEY_MS,
);

journey(
  "on a phone the calendar's toolbar takes at most two rows",
  async () => {
    const { page } = salon.owner;
    const heights: number[] = [];
    // The longest day, without and with a canceled appointment.
    for (const address of [
      "/appointments?date=2026-09-23",
      "/appointments",
      "/appointments?view=week",
    ]) {
      await open(page, salon.parlor.url + address);
      for (const width of [320, 360, 390, 430]) {
        await page.setViewportSize({ width, height: 800 });
        const { height = 0 } = (await page.locator(".daybar").boundingBox()) ?? {};
        heights.push(height);
      }
    }
    expect(Math.max(...heights)).toBeLessThan(MAX_TWO_ROWS);
  },
  JOURNEY_MS,
);

journey(
  "in a week on a tablet, a status is an icon next to the start",
  async () => {
    const { page } = salon.owner;
    await page.setViewportSize({ width: 820, height: 1180 });
    await open(page, `${salon.parlor.url}/appointments?view=week&employee=1`);
    await page.locator(".ap > .marks .i").first().waitFor();
    const places = await page.locator(".ap:has(> .marks)").evaluateAll((cards) =>
      cards.map((card) => {
        const [mark, start] = [".marks .i", ".tm"].map((one) =>
          card.querySelector(one)?.getBoundingClientRect(),
        );
        return mark && start && mark.left > start.left + 30 && mark.top < start.bottom;
      }),
    );
    expect(places).not.toContain(false);
  },
  JOURNEY_MS,
);

journey(
  "a toast covers neither the header of a dialog nor its buttons",
  async () => {
    const { page } = salon.owner;
    await page.route("**/api/contacts/import?*", (route) =>
      route.fulfill({ status: 400, json: { message: "No." } }),
    );
    const covered: string[] = [];
    for (const [width, height] of [
      [320, 640],
      [390, 844],
      [1024, 700],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await open(page, `${salon.parlor.url}/contacts`);
      await bar(page).getByRole("button", { name: "Import CSV" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.locator("input[type=file]").setInputFiles({
        name: "clients.csv",
        mimeType: "text/csv",
        buffer: Buffer.from("First,Last,Phone\nAda,Byrne,+12125550111\n"),
      });
      await dialog.getByRole("button", { name: "Import Contacts" }).click();
      await waitForToast(page, "Import failed");
      await page.waitForFunction(
        () => document.querySelector<HTMLElement>(".toasts")?.style.top !== "",
      );
      for (const part of [".dialog > header", ".dialog footer"])
        if (await overlap(page, ".toast", part)) covered.push(`${width} px: ${part}`);
    }
    expect(covered).toEqual([]);
  },
  JOURNEY_MS,
);

journey(
  "on the desk, the toast about a moved visit is at the bottom, next to its card",
  async () => {
    const { page } = salon.owner;
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.route("**/api/appointments/*", (route) =>
      route.request().method() === "PATCH"
        ? route.fulfill({ status: 500, json: { message: "No." } })
        : route.continue(),
    );
    await open(page, `${salon.parlor.url}/appointments`);
    const card = page.locator(".lane .ap").last();
    await card.evaluate((element) => element.scrollIntoView({ block: "end" }));
    await card.focus();
    for (const key of ["Space", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    const toast = page.locator(".toast");
    await toast.waitFor();
    await until(async () => ((await toast.boundingBox())?.y ?? 0) > 450);
    await until(async () => !(await overlap(page, ".toast", ".ap:focus")));
    await page.unroute("**/api/appointments/*");
  },
  JOURNEY_MS,
);

journey(
  "a toast covers neither the inbox's texts nor the composer",
  async () => {
    const { page } = salon.owner;
    const { conversations } = await (
      await page.request.get(`${salon.parlor.url}/api/conversations`)
    ).json();
    const unread = conversations.find(
      ({ unreadCount, contact }: Conversation) => unreadCount > 0 && !contact.optedOut,
    );
    await page.route("**/mark-read", (route) =>
      route.fulfill({ status: 500, json: { message: "No." } }),
    );
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await open(page, `${salon.parlor.url}/inbox?c=${unread.id}`);
      await waitForToast(page, "Failed to mark messages as read");
      for (const part of ["[role=log]", ".composer"])
        await until(async () => !(await overlap(page, ".toast", part)));
      // On the desk it has room next to the conversation, which keeps its height.
      expect(await page.locator(".toasts.row").count()).toBe(width === 1440 ? 0 : 1);
    }
    await page.unroute("**/mark-read");
  },
  JOURNEY_MS,
);

journey(
  "a toast takes its new place as soon as the window grows, and not during the next press",
  async () => {
    const { page } = salon.owner;
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, `${salon.parlor.url}/settings/services`);
    await page.route("**/api/services/*", (route) =>
      route.fulfill({ status: 500, json: { message: "No." } }),
    );
    await page.getByRole("switch").first().click();
    await waitForToast(page, "Couldn't update the service");
    await page.locator(".toasts.row").waitFor();
    await page.setViewportSize({ width: 1440, height: 844 });
    // Two frames. Its former row raised all buttons at the window's bottom edge.
    await page.waitForTimeout(100);
    expect(await page.locator(".toasts.row").count()).toBe(0);
    await page.unroute("**/api/services/*");
  },
  JOURNEY_MS,
);

function overlap(page: Page, one: string, other: string): Promise<boolean> {
  return page.evaluate(
    (selectors) => {
      const [a, b] = selectors.map((each) => document.querySelector(each)?.getBoundingClientRect());
      if (!a || !b) return true;
      return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    },
    [one, other],
  );
}

/** Elements that overflow the window or their toolbar, or that truncate their text. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // Container queries and listeners of the width draw again first.
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    const found: string[] = [];
    const wider = document.documentElement.scrollWidth - innerWidth;
    if (wider > 0) found.push(`the page is ${wider} px too wide`);
    const content = document.querySelector(".page:not(.flush)");
    const beyond = content ? content.scrollWidth - content.clientWidth : 0;
    if (beyond > 0) found.push(`its content is ${beyond} px too wide`);
    for (const bar of document.querySelectorAll(".bar, .daybar, .filters, .sec")) {
      if (!bar.checkVisibility()) continue;
      const room = bar.getBoundingClientRect();
      // Only screen readers see the bar above an open conversation on a phone.
      if (getComputedStyle(bar).clipPath !== "none") continue;
      for (const one of bar.querySelectorAll<HTMLElement>("button, a, input, select, h1, h2")) {
        // A phone scrolls through the employees, and to what was canceled.
        if (
          !one.checkVisibility() ||
          one.closest(".sr, .pills, .canceled-chip, .seg label > input")
        )
          continue;
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const name = one.getAttribute("aria-label") ?? one.textContent;
        if (left < 0 || right > innerWidth || right > room.right + 1)
          found.push(`${name} ends at ${Math.round(right)} of ${Math.round(room.right)}`);
        if (top < room.top - 1 || bottom > room.bottom + 1)
          found.push(`${name} is higher than its bar`);
        if (one.matches("button, a, h1, h2") && one.scrollWidth > one.clientWidth + 1)
          found.push(`${name} needs ${one.scrollWidth} px and has ${one.clientWidth}`);
      }
    }
    return found;
  });
}
