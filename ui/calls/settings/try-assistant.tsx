import { useQuery } from "@tanstack/react-query";
import PhoneOff from "lucide-react/icons/phone-off";
import { type KeyboardEvent, useId, useState } from "react";
import { useFormContext } from "react-hook-form";
import type { Settings } from "#src/platform/settings/contract.ts";
import { useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import type { FieldName, SettingsValues } from "#ui/platform/settings/form-values.ts";
import { callFiguresQuery } from "#ui/platform/settings/queries.ts";
import { WIDE } from "#ui/platform/settings/section-card.tsx";
import { formatFigures } from "./call-figures.ts";
import { TryTranscript } from "./try-transcript.tsx";
import { useTrialCall } from "./use-trial-call.ts";

/** A test call uses the saved settings. */
const FIELDS: readonly FieldName[] = [
  "openaiApiKey",
  "aiBusinessDescription",
  "aiGreeting",
  "aiHandoverNumber",
];
const MOST_CHARACTERS = 1_000;

/**
 * Tries the assistant by typing, without a connected number. Not a form, because it is rendered
 * inside one.
 */
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
      aria-label="Try the assistant"
    >
      <div>
        <h3 className="h3">Try the assistant</h3>
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
            {attempt.lines.length > 0 ? "Start another test call" : "Start a test call"}
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
        Say it
      </Button>
      <Button variant="quiet" icon={PhoneOff} className="h-9 phone:h-11" onClick={onHangUp}>
        Hang up
      </Button>
    </div>
  );
}
