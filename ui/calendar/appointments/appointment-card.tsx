import type { ComponentProps, CSSProperties } from "react";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import { formatTimeRange } from "#src/shared/clock-time.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { endOf } from "#ui/calendar/parts/visit-times.ts";
import { classes } from "#ui/kit/classes.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { roomOf } from "./card-room.ts";
import { marksOf, repeatMarks, sentMarks, type Tense } from "./event-marks.ts";
import { heightOf, type Share, WHOLE } from "./layout.ts";
import { ServiceColor } from "./service-color.tsx";
import type { Mark } from "./status-marks.ts";

interface AppointmentCardProps extends Omit<ComponentProps<"button">, "style" | "children"> {
  appointment: Appointment;
  employeeName: string;
  tense: Tense;
  /** Wall time. */
  now: string;
  /** In pixels. */
  hourHeight: number;
  /** Drawn at its end. */
  cleanupMinutes: number;
  /** Of the service. */
  color: string | undefined;
  top: string;
  share?: Share | undefined;
  /** Shown in its new position while it is being moved. */
  ghost?: boolean;
}

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
    now,
    hourHeight,
    cleanupMinutes,
    color,
    top,
    share = WHOLE,
    ghost,
    className,
    ...rest
  } = props;
  const { durationMinutes, bufferMinutes, processing, status } = appointment;
  const name = formatPhone(appointment.clientName);
  const marks = marksOf(appointment, tense, now);
  const hasMarks = marks.length > 0;
  const room = roomOf(appointment, share, hourHeight, hasMarks);
  const { isMini, isSlim, spare } = room;
  const icons = [
    ...(room.fits ? [] : marks),
    ...repeatMarks(appointment),
    ...sentMarks(appointment),
  ];
  /** The one whose word is shown also without a line for the marks. */
  const worded = icons.find((mark) => mark.isWorded);
  const time = formatTimeRange(appointment.appointmentDate, endOf(appointment), true);
  const [starts = "", ends = ""] = time.split(" – ");
  const [until, half] = ends.split(" ");
  const when = (
    <>
      {starts}
      <span className="to"> – {until}</span>
      {half && <span className="sr"> {half}</span>}
    </>
  );

  const service = (
    <>
      <Comma />
      <ServiceColor color={color} />
      <span className="clip" title={appointment.service}>
        {keepHyphens(appointment.service)}
      </span>
    </>
  );
  const marksLine = (
    <span className="marks">
      {marks.map((mark) => (
        <span key={mark.label} className={mark.tone} title={mark.label}>
          <Comma />
          <Icon of={mark.icon} size="s" />
          <span className="clip">{mark.label}</span>
        </span>
      ))}
    </span>
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
        room.isTight && "tight",
        room.isSnug && "snug",
        room.rest !== undefined && "split",
        room.fits && "long",
        spare >= 0 && "roomy",
        spare > 2 && "tall",
        (share.isInside || (share.of === 1 && share.at > 0)) && "inside",
        share.more !== undefined && "lead",
        share.isExtra && "extra",
        ghost && "ghost",
        className,
      )}
      data-status={status}
      data-visit={appointment.id}
      style={
        {
          ...placeOf(top, durationMinutes, cleanupMinutes, share),
          "--below": `calc(${room.textless}px + ${heightOf(cleanupMinutes)})`,
          "--rest": `${room.rest}px`,
          "--lines": Math.max(1, spare + Number(!hasMarks)),
          // Without lines for the number and the status, which is an icon there.
          "--narrow-lines": Math.max(1, spare + 1 + Number(marks.length === 1)),
        } as CSSProperties
      }
    >
      <span className="top">
        <span className="nm clip" title={name}>
          {name}
        </span>
        {isSlim && (
          <span className="brief">
            <Comma />
            <span className="num flex-none">{when}</span>
            {service}
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
          {isMini && <span className="brief">{service}</span>}
          {worded && (
            <span className={classes("word", worded.tone)} aria-hidden="true">
              <Icon of={worded.icon} size="s" />
              {worded.label}
            </span>
          )}
          {appointment.phoneNumber && !isMini && (
            <span className="ph faint flex-none">
              <Comma />
              {formatPhone(appointment.phoneNumber)}
            </span>
          )}
        </span>
      )}
      {!isMini && <span className="sv">{service}</span>}
      {room.fits && hasMarks && marksLine}
      <span className="sr">
        , with {employeeName}
        {bufferMinutes > 0 && `, ${bufferMinutes} min cleanup`}
      </span>
      <ProcessingTimes processing={processing} />
      {cleanupMinutes > 0 && (
        <span
          className="cleanup"
          aria-hidden="true"
          title={`${bufferMinutes} min cleanup`}
          style={{ height: heightOf(cleanupMinutes) }}
        />
      )}
    </button>
  );
}

/** Words such as "Touch-up" stay in one line. */
function keepHyphens(words: string) {
  return words.split(/(\S+-\S+)/).map((part, at) =>
    at % 2 === 1 ? (
      <span key={part} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

/** For screen readers, which read the parts of a card as one sentence. */
function Comma() {
  return <span className="sr">, </span>;
}

function MarkIcon({ mark: { icon, tone, label, isWorded } }: { mark: Mark }) {
  return (
    <span className={classes("inline-flex flex-none", isWorded && "worded")} title={label}>
      <Icon of={icon} size="s" className={tone} />
      <span className="sr">, {label}</span>
    </span>
  );
}

function placeOf(
  top: string,
  minutes: number,
  cleanupMinutes: number,
  { at, of, isInside }: Share,
): CSSProperties {
  const layer = of === 1 ? at : 0;
  const inset = (isInside ? INSET_PX : 0) + layer * LAYER_PX;
  const width = `(100% - ${2 * EDGE_PX - BETWEEN_PX}px) / ${of}`;
  return {
    top: `calc(${top} + 1px)`,
    height: `calc(max(20px, ${heightOf(minutes)} - 3px) + ${heightOf(cleanupMinutes)})`,
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
      style={{ top: heightOf(afterMinutes), height: heightOf(minutes) }}
    />
  ));
}
