import type { ComponentProps, CSSProperties } from "react";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import { formatTimeRange } from "#src/shared/clock-time.ts";
import { endOf } from "#ui/calendar/parts/visit-times.ts";
import { classes } from "#ui/kit/classes.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { marksOf, repeatMarks, sentMarks, type Tense } from "./event-marks.ts";
import { HOUR_PX, moreAfter, type Share, WHOLE } from "./layout.ts";
import { ServiceColor } from "./service-color.tsx";
import type { Mark } from "./status-marks.ts";

interface AppointmentCardProps extends Omit<ComponentProps<"button">, "style" | "children"> {
  appointment: Appointment;
  employeeName: string;
  tense: Tense;
  /** Of the service. */
  color: string | undefined;
  top: number;
  share?: Share | undefined;
  /** Shown in its new position while it is being moved. */
  ghost?: boolean;
}

/** Below each of these heights, one line less fits. */
const MINI_PX = 58;
const SLIM_PX = 36;
const LINE_PX = 16;
/** How far a card inside another one's processing time is indented. */
const INSET_PX = 14;
/** How much further a card is indented that lies over another one. */
const LAYER_PX = 8;
/** Between a card and the edge of its column, and between cards side by side. */
const EDGE_PX = 5;
const BETWEEN_PX = 3;

export function AppointmentCard(props: AppointmentCardProps) {
  const {
    appointment,
    employeeName,
    tense,
    color,
    top,
    share = WHOLE,
    ghost,
    className,
    ...rest
  } = props;
  const { durationMinutes, bufferMinutes, processing, status } = appointment;
  const own = Math.max(20, pxOf(durationMinutes) - 3);
  const cleanup = status === "canceled" ? 0 : bufferMinutes;
  const height = own + pxOf(cleanup);
  const marks = marksOf(appointment, tense);
  // The text ends where the processing time or a card over this one begins.
  const covered = Math.min(
    processing[0]?.afterMinutes ?? Infinity,
    share.untilNext ?? Infinity,
    share.more ? moreAfter(appointment, share) : Infinity,
  );
  const room = Math.min(own, pxOf(covered));
  const isMini = room < MINI_PX;
  const isSlim = room < SLIM_PX;
  const hasMarks = marks.length > 0;
  const fits = room >= MINI_PX + LINE_PX;
  /** Lines beyond one each for name, time, number, service and status. */
  const spare = Math.floor((room - MINI_PX) / LINE_PX) - (hasMarks ? 2 : 1);
  const icons = [...(fits ? [] : marks), ...repeatMarks(appointment), ...sentMarks(appointment)];
  const time = formatTimeRange(appointment.appointmentDate, endOf(appointment), true);
  const [starts = "", ends = ""] = time.split(" – ");
  const [until, half] = ends.split(" ");
  const when = (
    <>
      {starts}
      <span className="to"> – {until}</span>
      {half && <span className="half"> {half}</span>}
    </>
  );

  return (
    <button
      type="button"
      {...rest}
      className={classes(
        "ap",
        tense,
        isMini && "mini",
        isSlim && "slim",
        spare >= 0 && "roomy",
        spare > 2 && "tall",
        (share.isInside || (share.of === 1 && share.at > 0)) && "inside",
        share.more !== undefined && "lead",
        share.isExtra && "extra",
        ghost && "ghost",
        className,
      )}
      data-status={status}
      style={
        {
          ...placeOf(top, height, share),
          "--below": `${height - room}px`,
          "--lines": Math.max(1, spare + Number(!hasMarks)),
        } as CSSProperties
      }
    >
      <span className="top">
        <span className={classes("nm clip", !isMini && "flex-1")}>
          {formatPhone(appointment.clientName)}
        </span>
        {isMini && (
          <span className="faint flex items-center clip flex-1 min-w-0 gap-1.5">
            <Comma />
            {isSlim && <span className="num flex-none">{when}</span>}
            {isSlim && <Comma />}
            <ServiceColor color={color} />
            <span className="clip">{appointment.service}</span>
          </span>
        )}
        {icons.length > 0 && (
          <span className="icons">
            {icons.map((mark) => (
              <MarkIcon key={mark.label} mark={mark} />
            ))}
          </span>
        )}
      </span>
      {!isSlim && (
        <span className="l2 num">
          <span className="tm clip">
            <Comma />
            {when}
          </span>
          {appointment.phoneNumber && (
            <span className="ph faint flex-none">
              <Comma />
              {formatPhone(appointment.phoneNumber)}
            </span>
          )}
        </span>
      )}
      {!isMini && (
        <span className="sv">
          <Comma />
          <ServiceColor color={color} />
          <span className="clip">{appointment.service}</span>
        </span>
      )}
      {fits && hasMarks && (
        <span className="marks mt-0.5">
          {marks.map((mark) => (
            <span key={mark.label} className={mark.tone} title={mark.label}>
              <Comma />
              <Icon of={mark.icon} size="s" />
              <span className="clip">{mark.label}</span>
            </span>
          ))}
        </span>
      )}
      <span className="sr">, with {employeeName}</span>
      <ProcessingTimes processing={processing} />
      {cleanup > 0 && <span className="cleanup" aria-hidden="true" style={{ top: own }} />}
    </button>
  );
}

function pxOf(minutes: number): number {
  return (minutes * HOUR_PX) / 60;
}

/** For screen readers, which read the parts of a card as one sentence. */
function Comma() {
  return <span className="sr">, </span>;
}

function MarkIcon({ mark: { icon, tone, label } }: { mark: Mark }) {
  return (
    <span className="inline-flex flex-none" title={label}>
      <Icon of={icon} size="s" className={tone} />
      <span className="sr">, {label}</span>
    </span>
  );
}

function placeOf(top: number, height: number, { at, of, isInside }: Share): CSSProperties {
  const layer = of === 1 ? at : 0;
  const inset = (isInside ? INSET_PX : 0) + layer * LAYER_PX;
  const width = `(100% - ${2 * EDGE_PX - BETWEEN_PX}px) / ${of}`;
  return {
    top: top + 1,
    height,
    left: `calc(${width} * ${at - layer} + ${EDGE_PX + inset}px)`,
    width: `calc(${width} - ${BETWEEN_PX + inset}px)`,
  };
}

/** The time in which the employee is free for other clients. */
function ProcessingTimes({ processing }: Pick<Appointment, "processing">) {
  return processing.map(({ afterMinutes, minutes }) => (
    <span
      key={afterMinutes}
      className="processing"
      aria-hidden="true"
      style={{ top: pxOf(afterMinutes), height: pxOf(minutes) }}
    />
  ));
}
