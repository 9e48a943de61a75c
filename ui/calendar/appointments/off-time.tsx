import CalendarOff from "lucide-react/icons/calendar-off";
import Clock3 from "lucide-react/icons/clock-3";
import type { ComponentProps, CSSProperties } from "react";
import { Link } from "wouter";
import type { TimeOff } from "#src/calendar/time-off/contract.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { formatOff, type Off } from "./layout.ts";

interface OffTimeProps {
  off: Off;
  employeeName: string;
  /** Where it lies over the card of the visit during whose processing it begins. */
  inside: CSSProperties | undefined;
  style: CSSProperties;
  /** How much of a held time lies behind a card. */
  covered: string | undefined;
  onOpenTimeOff: (timeOff: TimeOff) => void;
}

/** Time off, or a time that is held for a client, which leads to its offer. */
export function OffTime(props: OffTimeProps) {
  const { off, employeeName, inside, style, covered, onOpenTimeOff } = props;
  const { timeOff, label, href } = off;
  const words = (
    <span className="why" style={inside ? undefined : { marginTop: covered }}>
      <Icon of={timeOff ? CalendarOff : Clock3} size="s" />
      {label}
      <span className="sr">
        , {formatOff(off)}, {employeeName}
      </span>
    </span>
  );
  const title = `${label}, ${formatOff(off)}`;
  if (!timeOff && inside)
    return (
      <>
        {/* Behind the card, which the visit goes on with after its processing. */}
        <div className="held off" style={style} title={title} />
        <HeldTime {...{ href, title }} className="held off inside" style={inside}>
          {words}
        </HeldTime>
      </>
    );
  if (!timeOff)
    return (
      <HeldTime {...{ href, title, style }} className="held off">
        {words}
      </HeldTime>
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

function HeldTime({ href, ...rest }: ComponentProps<"p"> & { href: string | undefined }) {
  return href === undefined ? (
    <p {...rest} />
  ) : (
    <Link href={href} className={rest.className} style={rest.style} title={rest.title}>
      {rest.children}
    </Link>
  );
}
