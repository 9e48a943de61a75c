import { findUser } from "#db/platform/users.ts";
import type { App, Caller } from "#src/app.ts";
import { canMail, sendMail } from "#src/platform/mail.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { formatTime } from "#src/platform/time.ts";

/** Account changes that are emailed to the user, so that they notice an intruder's. */
type Notice = "new-device" | "password" | "email" | "second-factor-on" | "second-factor-off";

const EVENTS: Readonly<Record<Notice, { readonly subject: string; readonly event: string }>> = {
  "new-device": { subject: "New sign-in", event: "Your account was opened in a new browser" },
  password: { subject: "Your password was changed", event: "Your password was changed" },
  email: { subject: "Your email was changed", event: "Your account's email was changed" },
  "second-factor-on": {
    subject: "Two-step sign-in is on",
    event: "Two-step sign-in was turned on",
  },
  "second-factor-off": {
    subject: "Two-step sign-in is off",
    event: "Two-step sign-in was turned off",
  },
};

/** Emails a notice after the response. Without a mail server there is none. `to` is the user's address by default. */
export function mailNotice(
  app: App,
  userId: string,
  notice: Notice,
  caller: Caller | undefined,
  to?: string,
): void {
  const user = findUser(app.db, userId);
  if (!user?.approved || !canMail(app)) return;
  const { subject, event } = EVENTS[notice];
  const { businessName, timeZone } = getSettings(app);
  const mail = {
    to: to ?? user.email,
    subject: `${businessName || "Parlor"}: ${subject}`,
    text: [
      `Hello ${user.username},`,
      `${event} on ${formatMoment(app)} (${timeZone})${describe(caller)}.`,
      "If this was you, you don't need to do anything. If it wasn't, reset your password on the sign-in page, then end the other sessions under Your Account.",
    ].join("\n\n"),
  };
  setTimeout(() => void send(app, mail), 0);
}

async function send(app: App, mail: { to: string; subject: string; text: string }): Promise<void> {
  try {
    await sendMail(app, mail);
  } catch (error) {
    app.log("error", "couldn't email a notice", { error });
  }
}

function describe(caller: Caller | undefined): string {
  if (!caller) return "";
  return `, with ${deviceName(caller.userAgent)}${caller.ip === null ? "" : ` at ${caller.ip}`}`;
}

/** "Nov 20, 11:00 AM" in the business's zone. */
function formatMoment(app: App): string {
  const format = { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;
  return formatTime(app, app.now(), format);
}

/** Order matters: each browser's user agent may also contain the names below it. */
const BROWSERS = [
  [/\bEdgA?\/|EdgiOS\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\/|Chromium\//, "Chrome"],
  [/Version\/[\d.]+ .*Safari\//, "Safari"],
] as const;

const SYSTEMS = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/CrOS/, "ChromeOS"],
  [/Windows/, "Windows"],
  [/Macintosh|Mac OS X/, "Mac"],
  [/Linux/, "Linux"],
] as const;

/** A name such as "Chrome on Windows", derived from the user agent. */
export function deviceName(userAgent: string | null): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}
