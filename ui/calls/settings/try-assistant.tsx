import { useQuery } from "@tanstack/react-query";
import CircleAlert from "lucide-react/icons/circle-alert";
import NotebookPen from "lucide-react/icons/notebook-pen";
import PhoneOff from "lucide-react/icons/phone-off";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import type { Figures } from "#src/calls/assistant/contract.ts";
import type { Settings } from "#src/platform/settings/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { classes } from "#ui/kit/classes.ts";
import { Field } from "#ui/kit/field.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { Input } from "#ui/kit/input.tsx";
import type { FieldName, SettingsValues } from "#ui/platform/settings/form-values.ts";
import { callFiguresQuery } from "#ui/platform/settings/queries.ts";
import { WIDE } from "#ui/platform/settings/section-card.tsx";
import { type TryLine, useTrialCall } from "./use-trial-call.ts";

/** A test call uses the saved settings. */
const FIELDS: readonly FieldName[] = [
  "openaiApiKey",
  "aiBusinessDescription",
  "aiGreeting",
  "aiHandoverNumber",
];
const MOST_CHARACTERS = 1_000;

/** Tries the assistant by typing, without a connected number. Not a form, because it is rendered inside one. */
export function TryAssistant({ settings }: { settings: Settings }) {
  const { formState } = useFormContext<SettingsValues>();
  const hint = useId();
  const { data: figures } = useQuery(callFiguresQuery(useApi()));
  const attempt = useTrialCall();
  const isUnsaved = FIELDS.some((name) => formState.dirtyFields[name]);
  const hasAssistant = settings.demo || settings.openaiApiKey?.set === true;

  return (
    <section
      className={`${WIDE} flex flex-col gap-3 border-line border-t pt-4`}
      aria-label="Try the AI Receptionist"
    >
      <div>
        <h3 className="h3">Try the AI Receptionist</h3>
        <p className="hint">
          Type what a caller would say. Nothing is saved, and no one is notified.
        </p>
        {figures && <p className="hint num mt-1">{formatFigures(figures)}</p>}
      </div>
      {attempt.lines.length > 0 && <TryTranscript lines={attempt.lines} busy={attempt.busy} />}
      {attempt.isOn ? (
        <SayLine busy={attempt.busy} onSay={attempt.say} onHangUp={attempt.hangUp} />
      ) : (
        <div className="flex items-center gap-2 min-w-0 flex-wrap">
          <Button
            disabled={!hasAssistant || isUnsaved}
            busy={attempt.busy && "Calling..."}
            aria-describedby={hint}
            onClick={attempt.start}
          >
            {attempt.lines.length > 0 ? "Start Another Test Call" : "Start Test Call"}
          </Button>
          <p id={hint} className="hint">
            {reasonOf(hasAssistant, isUnsaved)}
          </p>
        </div>
      )}
    </section>
  );
}

function reasonOf(hasAssistant: boolean, isUnsaved: boolean): string {
  if (isUnsaved) return "Save your changes to test them.";
  return hasAssistant ? "It answers just as it would on a call." : "Save an OpenAI API key first.";
}

interface SayLineProps {
  busy: boolean;
  onSay: (text: string) => void;
  onHangUp: () => void;
}

function SayLine({ busy, onSay, onHangUp }: SayLineProps) {
  const [text, setText] = useState("");

  function say() {
    if (text.trim() === "" || busy) return;
    onSay(text.trim());
    setText("");
  }

  function sayOnEnter(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    // Prevents saving the settings form.
    event.preventDefault();
    say();
  }

  return (
    <div className="flex items-end gap-2 phone:flex-wrap">
      <Field label="What the caller says" className="min-w-0 flex-1 phone:basis-full">
        <Input
          autoFocus
          autoComplete="off"
          maxLength={MOST_CHARACTERS}
          placeholder="Do you have time on Friday?"
          value={text}
          onValueChange={setText}
          onKeyDown={sayOnEnter}
        />
      </Field>
      <Button
        className="h-9 phone:h-11 phone:grow"
        disabled={text.trim() === ""}
        busy={busy && "Listening..."}
        onClick={say}
      >
        Say It
      </Button>
      <Button variant="quiet" icon={PhoneOff} className="h-9 phone:h-11" onClick={onHangUp}>
        Hang Up
      </Button>
    </div>
  );
}

/** A running test call, newest line last. */
function TryTranscript({ lines, busy }: { lines: readonly TryLine[]; busy: boolean }) {
  const end = useRef<HTMLDivElement>(null);
  const textLengths = lines.map(({ text }) => text.length).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: each word that comes makes it longer
  useEffect(() => {
    const box = end.current;
    if (box) box.scrollTop = box.scrollHeight;
  }, [textLengths]);

  return (
    <div
      ref={end}
      role="log"
      aria-label="Test call"
      aria-busy={busy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="flex max-h-[360px] flex-col gap-2 overflow-y-auto rounded-lg bg-sunken p-3"
    >
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added, and grow
        <Line key={at} line={line} />
      ))}
    </div>
  );
}

const BUBBLE = "max-w-[min(84%,440px)] rounded-[18px] px-3.5 py-[9px] text-base wrap-anywhere";

function Line({ line }: { line: TryLine }) {
  const { from, text, ms } = line;
  if (from === "system")
    return (
      <p className={classes("xs flex items-start gap-1.5 px-1.5", line.isBad ? "bad" : "dim")}>
        <Icon of={line.isBad ? CircleAlert : NotebookPen} size="s" />
        <span className="wrap-anywhere">{text}</span>
      </p>
    );
  const isCaller = from === "caller";
  return (
    <div className={classes("flex max-w-full flex-col", isCaller ? "items-end" : "items-start")}>
      <p
        className={classes(
          BUBBLE,
          isCaller ? "rounded-br-[5px] bg-bubble text-on-accent" : "rounded-bl-[5px] bg-trough",
        )}
      >
        <span className="sr">{isCaller ? "You: " : "Assistant: "}</span>
        {text || "…"}
      </p>
      {ms !== undefined && (
        <p className="xs faint num px-1.5 pt-0.5">First word after {formatSeconds(ms)}</p>
      )}
    </div>
  );
}

/** "3 calls today. Callers mostly wait 0.8 s for the first word, 1.4 s when it is slow." */
function formatFigures({ callsToday, typicalMs, slowMs }: Figures): string {
  const today = callsToday === 0 ? "No calls today." : `${formatCount(callsToday, "call")} today.`;
  if (typicalMs === null || slowMs === null) return today;
  return `${today} Callers usually wait ${formatSeconds(typicalMs)} for the first word, or ${formatSeconds(slowMs)} when it's slow.`;
}

function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
