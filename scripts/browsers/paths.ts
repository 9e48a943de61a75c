import { DEMO_PASSWORD, DEMO_USER } from "#src/demo/salon.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { type BrowserPage, patiently } from "./page.ts";

export type Path = (page: BrowserPage, url: string) => Promise<void>;

const GRACE = "(512) 555-0990";
const AGREEMENT_READ = "document.querySelector('[role=document]').scrollTo(0, 1e6) ?? true";

/** The journeys' main paths, on the demo's salon, in an order in which each finds what it needs. */
export const PATHS: Readonly<Record<string, Path>> = {
  async "sign in"(page, url) {
    await page.open(`${url}/auth`);
    await page.fill(/^Username/, DEMO_USER);
    await page.fill(/^Password/, DEMO_PASSWORD);
    await page.press("Enter");
    await page.shows(/Waiting for You/);
  },
  async "answer and book"(page, url) {
    await page.open(`${url}/inbox`);
    await page.click(/Odalys Quintero/);
    await page.fill(/^Message$/, "Friday works. See you then!");
    await waitUntilLive(page);
    await page.press("Enter");
    await page.shows(/Friday works\. See you then!/);
    await page.click(/^Book$/);
    // Her text names the service.
    await page.shows(/Choose Another/);
    await page.click(/\d left$/);
    await page.click(/^\d{1,2}:\d\d [AP]M/);
    await page.click(/^Book ([A-Z][a-z]{2} )?\d/);
    await page.shows(/Appointment created/);
  },
  async "drag a visit"(page, url) {
    // Today's calendar is scrolled to the hour.
    await page.open(`${url}/appointments?date=${nextWorkday()}`);
    const name = await page.run<string>(
      `[...document.querySelectorAll("main button")].map((one) => one.textContent)
         .find((text) => /\\d:\\d\\d [AP]M/.test(text) && !/Confirmed|Canceled|Paid/.test(text)).split(",")[0].trim()`,
    );
    await waitUntilLive(page);
    await page.drag(new RegExp(`^${RegExp.escape(name)}`), { x: 0, y: 176 });
    await page.shows(/Appointment moved|Move Anyway\?|Move Repeating Appointment/);
  },
  async campaign(page, url) {
    await page.open(`${url}/campaigns`);
    await page.click(/^New Campaign$/);
    await page.fill(/^Name$/, "December Evenings");
    await page.fill(
      /^Message$/,
      "Evenings in December are open. Reply to book. Reply STOP to end.",
    );
    await page.click(/^Select all/);
    await page.click(/^Send Now/);
    await page.click(/^Send to \d/);
    await page.shows(/December Evenings/);
    await page.shows(/Sending|Completed|Quiet hours|resumes|waits/i);
  },
  async import(page, url) {
    await page.open(`${url}/contacts`);
    await page.click(/^Import CSV$/);
    await page.choose(/./, `${import.meta.dir}/clients.csv`);
    await page.click(/^Import Contacts$/);
    await page.shows(/2 contacts imported/);
  },
  async "membership sign-up"(page, url) {
    await page.open(`${url}/membership`);
    await page.click(/Glow Club/);
    await page.fill(/^Full Name/, "Grace Lindqvist");
    await page.fill(/^Phone [Nn]umber/, GRACE);
    await page.fill(/^Email/, "grace@example.com");
    await page.click(/^View Agreement/);
    // An agreement that fits into the window counts as read.
    await page.shows(/(Scroll|Read) to the end/);
    await page.run(AGREEMENT_READ);
    await page.click(/^Done$/);
    await page.click(/^Type$/);
    await page.fill(/^Type your full name to sign/, "Grace Lindqvist");
    await page.click(/^Continue to Checkout/);
    await page.shows(/nothing goes to Stripe/);
    await page.click(/^Simulate/);
    await page.shows(/Member Portal/);
  },
  async booking(page, url) {
    await page.open(`${url}/book`);
    await page.click(/^Cut & Style/);
    await page.click(/^Continue/);
    await page.click(/^Later days$/);
    await page.click(/^\d{1,2}:\d\d [AP]M/);
    await page.fill(/^Phone [Nn]umber/, GRACE);
    await page.click(/^Send Code$/);
    await page.click(/^Use Code \d{6}$/);
    await page.click(/^Confirm Number$/);
    await page.fill(/^Name$/, "Grace Lindqvist");
    await page.click(/^(Book Appointment|Request Appointment|Pay )/);
    await page.shows(/See you|Request sent|You're booked|Booked|Simulate/i);
  },
  async "payment plan"(page, url) {
    await page.open(`${url}/payment-plans`);
    await page.click(/^Create Payment Plan$/);
    await page.fill(/^Name$/, "Laser series");
    await page.fill(/^Principal Amount/, "100");
    await page.fill(/^Number of Installments/, "3");
    await page.click(/^Create Payment Plan$/);
    await page.shows(/Laser series/);
  },
};

/** The page repeats what was typed and pressed before it was live, but no drags, and Enter only in a form's line. */
function waitUntilLive(page: BrowserPage): Promise<unknown> {
  return patiently("live page", () => page.run("document.documentElement.dataset.hydrated"));
}

/** Tomorrow, or Monday: the sample salon is closed on Sundays. */
function nextWorkday(): string {
  const day = new Date(Date.now() + DAY_MS);
  if (day.getUTCDay() === 0) day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}
