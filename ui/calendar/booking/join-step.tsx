import { useState } from "react";
import type { Waiting } from "#src/calendar/online-booking/contract.ts";
import { ApiError, errorMessage } from "#ui/api.ts";
import { formatSpan, formatTimes } from "#ui/calendar/waitlist/format-preferences.ts";
import { Button } from "#ui/kit/button.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Form, SubmitButton } from "#ui/kit/form.tsx";
import { Input } from "#ui/kit/input.tsx";
import { ErrorNote } from "#ui/kit/notice.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { keepTogether } from "./format.ts";
import type { WaitlistPreferences } from "./preferences-step.tsx";
import { loadBooking } from "./queries.ts";
import { useFocusOfError } from "./use-focus-of-error.ts";

interface JoinStepProps {
  preferences: WaitlistPreferences;
  consent: string;
  onJoined: (entry: Waiting) => void;
  /** The confirmation of the number has expired. */
  onUnverified: () => void;
  onClose: () => void;
}

/** The client's name, and the words that they agree to. */
export function JoinStep({ preferences, consent, onJoined, onUnverified, onClose }: JoinStepProps) {
  const [name, setName] = useState("");
  const join = useAct(async () => (await loadBooking()).wait, {
    onDone: onJoined,
    errors(error) {
      if (error instanceof ApiError && error.status === 401) onUnverified();
      return "inline";
    },
  });

  const form = useFocusOfError(join.error);

  return (
    <Form
      ref={form}
      className="grid gap-4"
      onSubmit={() => join.run({ body: { ...preferences, name } })}
    >
      <p className="num">
        {keepTogether(formatTimes(preferences))}
        <span className="sm dim block">{keepTogether(formatSpan(preferences))}</span>
      </p>
      <Field label="Name" error={join.fieldErrors["name"]}>
        <Input value={name} autoComplete="name" onValueChange={setName} />
      </Field>
      <p className="sm dim">{consent}</p>
      {join.errorMessage && join.fieldErrors["name"] === undefined && (
        <ErrorNote role="alert">{errorMessage(join.error)}</ErrorNote>
      )}
      <div className="grid gap-2">
        <SubmitButton busy={join.isPending && "Joining..."}>Join the Waitlist</SubmitButton>
        <Button variant="quiet" fill onClick={onClose}>
          Back to Times
        </Button>
      </div>
    </Form>
  );
}
