import type { ComponentProps, CSSProperties } from "react";
import type { Appointment } from "#src/appointments/contract.ts";
import { spanWordsOf } from "#src/shared/clock-words.ts";
import { classes } from "#ui/kit/classes.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { phoneWords } from "#ui/shell/phone-words.ts";
import { HOUR_PX, type Share } from "./layout.ts";
import { endOf, type Mark, marksOf, sentMarks, type Tense } from "./marks.ts";

interface AppointmentCardProps extends Omit<ComponentProps<"button">, "style" | "children"> {
  appointment: Appointment;
  tense: Tense;
  top: number;
  share?: Share | undefined;
  /** In its new place while it is being moved. */
  ghost?: boolean;
}

/** Below these heights a line less fits. */
const MINI_PX = 58;
const SLIM_PX = 36;
const LINE_PX = 16;

export function AppointmentCard(props: AppointmentCardProps) {
  const { appointment, tense, top, share = { at: 0, of: 1 }, ghost, className, ...rest } = props;
  const height = Math.max(20, (appointment.durationMinutes * HOUR_PX) / 60 - 3);
  const marks = marksOf(appointment);
  const isMini = height < MINI_PX;
  const isSlim = height < SLIM_PX;
  const hasRoom = height >= MINI_PX + LINE_PX;
  const time = spanWordsOf(appointment.appointmentDate, endOf(appointment), true);

  return (
    <button
      type="button"
      {...rest}
      className={classes(
        "ap",
        tense,
        isMini && "mini",
        isSlim && "slim",
        ghost && "ghost",
        className,
      )}
      style={placeOf(top, height, share)}
    >
      <span>
        <span className={classes("nm clip", !isMini && "grow")}>
          {phoneWords(appointment.clientName)}
        </span>
        {isMini && <span className="faint clip grow">{isSlim ? time : appointment.service}</span>}
        {!hasRoom && marks.map((mark) => <MarkIcon key={mark.words} mark={mark} />)}
        {sentMarks(appointment).map((mark) => (
          <MarkIcon key={mark.words} mark={mark} />
        ))}
        {tense === "cur" && <span className="dot accent" />}
      </span>
      {!isSlim && (
        <span className="l2 num">
          <span className="tm clip">{time}</span>
          {appointment.phoneNumber && (
            <span className="ph faint flex-none">{phoneWords(appointment.phoneNumber)}</span>
          )}
        </span>
      )}
      {!isMini && <span className="clip sv">{appointment.service}</span>}
      {hasRoom && marks.length > 0 && (
        <span className="marks mt-0.5">
          {marks.map(({ words, icon, tone }) => (
            <span key={words} className={tone}>
              <Icon of={icon} size="s" />
              {words}
            </span>
          ))}
        </span>
      )}
    </button>
  );
}

function MarkIcon({ mark: { icon, tone, words } }: { mark: Mark }) {
  return (
    <span className="inline-flex flex-none" title={words}>
      <Icon of={icon} size="s" className={tone} />
    </span>
  );
}

/** The whole card in a sentence, for who does not see it. */
export function cardWords(appointment: Appointment, employeeName: string): string {
  const { clientName, service, phoneNumber } = appointment;
  const marks = [...marksOf(appointment), ...sentMarks(appointment)].map(({ words }) => words);
  return [
    phoneWords(clientName),
    spanWordsOf(appointment.appointmentDate, endOf(appointment)),
    service,
    `with ${employeeName}`,
    ...(phoneNumber ? [phoneWords(phoneNumber)] : []),
    ...marks,
  ].join(", ");
}

function placeOf(top: number, height: number, { at, of }: Share): CSSProperties {
  const width = 100 / of;
  return {
    top: top + 1,
    height,
    left: `calc(${at * width}% + 5px)`,
    width: `calc(${width}% - ${of === 1 ? 10 : 7}px)`,
  };
}
