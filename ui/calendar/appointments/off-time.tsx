import CalendarOff from "lucide-react/icons/calendar-off";
import Clock3 from "lucide-react/icons/clock-3";
import type { CSSProperties } from "react";
import { Link } from "wouter";
import type { TimeOff } from "#src/calendar/time-off/contract.ts";
import { classes } from "#ui/kit/classes.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { formatOff, type Off } from "./layout.ts";

interface OffTimeProps {
  off: Off;
  employeeName: string;
  /** "inside" the card of the visit during whose processing it begins. */
  className: string | undefined;
  style: CSSProperties;
  /** How much of a held time lies behind a card. */
  covered: string | undefined;
  onOpenTimeOff: (timeOff: TimeOff) => void;
}

/** Time off, or a time that is held for a client, which leads to its offer. */
export function OffTime(props: OffTimeProps) {
  const { off, employeeName, className, style, covered, onOpenTimeOff } = props;
  const { timeOff, label, href } = off;
  const words = (
    <span className="why" style={className ? undefined : { marginTop: covered }}>
      <Icon of={timeOff ? CalendarOff : Clock3} size="s" />
      {label}
      <span className="sr">
        , {formatOff(off)}, {employeeName}
      </span>
    </span>
  );
  const held = {
    className: classes("held off", className),
    style,
    title: `${label}, ${formatOff(off)}`,
  };
  if (!timeOff)
    return href === undefined ? (
      <p {...held}>{words}</p>
    ) : (
      <Link href={href} {...held}>
        {words}
      </Link>
    );
  return (
    <button
      type="button"
      className="closed off"
      style={style}
      onClick={() => onOpenTimeOff(timeOff)}
    >
      {words}
    </button>
  );
}
