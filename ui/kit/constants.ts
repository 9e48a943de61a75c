/** How long a toast stays, in milliseconds. */
export const TOAST_MS = 5000;

/** After its dismissal a toast is kept this long, in milliseconds, before it is forgotten. */
export const TOAST_REMOVE_MS = 1_000_000;

export const TOAST_SWIPE_PX = 50;

export const TOAST_HOTKEY = "F8";

export const TOOLTIP_DELAY_MS = 700;
