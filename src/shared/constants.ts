import { DAY_MS, MINUTE_MS } from "#src/shared/durations.ts";

/** Constants fixed by the specification; tests/shared/constants.test.ts checks them. */
export const POLL_MS = {
  user: 30_000,
  stats: 10_000,
  campaigns: 5_000,
  conversations: 5_000,
  messages: 3_000,
  appointments: 30_000,
  reviews: 5 * MINUTE_MS,
} as const;

export const RECENT_ITEMS = 3;
export const CHAT_SCROLL_TOLERANCE_PX = 100;
/** An agreement counts as read when it is scrolled this close to its end. */
export const AGREEMENT_END_TOLERANCE_PX = 10;
/** The delay between a correct code and the portal. */
export const LOGIN_REDIRECT_MS = 1_000;
/** After this time the success page removes the query from its address. */
export const SUCCESS_CLEAR_MS = 3_000;
export const CSV_PREVIEW_ROWS = 5;

export const DEFAULT_APPOINTMENT_MINUTES = 60;
export const DEFAULT_SERVICE = "Manual Entry";

export const SIDEBAR = {
  cookie: "sidebar_state",
  cookieSeconds: 7 * 24 * 60 * 60,
  shortcut: "b",
  /** Below, the menu opens as a sheet; a rail of icons is next to the screen from 640 px. */
  sheetBelowPx: 1024,
} as const;

/** Set for a year when an administrator hides the checklist of a new salon. */
export const SET_UP_HIDDEN_COOKIE = "set_up_hidden";
/** Set for a year when an administrator skips its step for services. */
export const SERVICES_SKIPPED_COOKIE = "services_skipped";

export const TOAST = {
  shownMs: 5000,
  /** How long a dismissed toast is kept. */
  removedMs: 1_000_000,
  swipePx: 50,
  hotkey: "F8",
} as const;

export const TOOLTIP_DELAY_MS = 700;

export const THEME_STORAGE_KEY = "theme";
export const DEFAULT_THEME = "dark";

/** Rows per page of a list. The slowest page takes about ten milliseconds of the event loop. */
/** A campaign is credited with appointments that are made this long after its text. */
export const BOOKED_WITHIN_MS = 14 * DAY_MS;
/** A client gets at most one automatic offer in this time, and none this soon after a campaign. */
export const OFFER_EVERY_MS = 7 * DAY_MS;
export const MAX_PAGE_SIZE = 200;
export const PAGE_SIZE_WITH_TEXTS = 50;

/** Staff can take back a decision about a visit or its money in this time, before anyone else learns of it. */
export const UNDO_MS = 10_000;

/** The message of a form whose values another user changed since it was opened. */
export const CONFLICT = "Someone else changed this in the meantime. Save again to replace it.";

/** Appointments begin at quarter hours. */
export const STEP_MINUTES = 15;
/** A shorter rest between two visits is no gap to fill. */
export const MIN_GAP_MINUTES = 30;
