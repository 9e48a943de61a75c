import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";

/** The month, with react-day-picker's 21 KB, which load when a field is first opened. */
export const LazyCalendar = lazyDialog(async () => (await import("./calendar.tsx")).Calendar);
