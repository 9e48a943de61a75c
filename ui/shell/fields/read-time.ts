import { toClock } from "#src/shared/clock-time.ts";

const TIME = /^(\d{1,2})(?:[:.]?(\d{2}))?\s*([ap])?\.?(?:m\.?)?$/;
/** Before it, a bare hour means the afternoon: few salons open at 6 AM. */
const FIRST_MORNING_HOUR = 7;

/**
 * Reads a typed time as HH:mm: "230", "2:30p", "14:30", "2 pm", "noon". Undefined when it can't be read,
 * "" when nothing was typed.
 */
export function readTime(text: string): string | undefined {
  const typed = text.trim().toLowerCase();
  if (typed === "") return "";
  if (typed === "noon") return "12:00";
  if (typed === "midnight") return "00:00";
  const [, hours = "", minutes = "0", half] = TIME.exec(typed) ?? [];
  const hour = Number(hours);
  const minute = Number(minutes);
  if (hours === "" || minute > 59) return;
  if (half) return hour >= 1 && hour <= 12 ? toClock(ofHalf(hour, half) * 60 + minute) : undefined;
  if (hour > 23) return;
  const isAfternoon = hours.length === 1 && hour > 0 && hour < FIRST_MORNING_HOUR;
  return toClock((isAfternoon ? hour + 12 : hour) * 60 + minute);
}

function ofHalf(hour: number, half: string): number {
  return (hour % 12) + (half === "p" ? 12 : 0);
}
