import Check from "lucide-react/icons/check";
import CircleAlert from "lucide-react/icons/circle-alert";
import { useId } from "react";
import { useFormContext } from "react-hook-form";
import type { Check as Answer, Settings } from "#src/platform/settings/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { type Connection, isChanged } from "./connections.ts";
import type { SettingsValues } from "./form-values.ts";
import { WIDE } from "./section-card.tsx";
import { useCheck } from "./use-check.ts";

interface ConnectionTestProps {
  connection: Connection;
  settings: Settings;
}

/** At the end of a connection's card. A test uses the saved values. */
export function ConnectionTest({ connection, settings }: ConnectionTestProps) {
  const hint = useId();
  const test = useCheck(connection.test);
  const { formState } = useFormContext<SettingsValues>();
  const unsaved = isChanged(connection, formState.dirtyFields);
  if (!unsaved && !connection.isSetUp(settings)) return null;
  return (
    <div className={WIDE}>
      <div className="flex items-center gap-2 min-w-0 flex-wrap">
        <Button
          disabled={unsaved}
          aria-describedby={unsaved ? hint : undefined}
          busy={test.running && "Testing..."}
          onClick={test.run}
        >
          Test {connection.name}
        </Button>
        {unsaved && (
          <p id={hint} className="hint">
            Save your changes to test them.
          </p>
        )}
      </div>
      <CheckAnswerNote answer={unsaved ? undefined : test.answer} className="mt-3" />
    </div>
  );
}

interface CheckAnswerNoteProps {
  answer: Answer | undefined;
  className?: string;
}

/**
 * Rendered before the answer, because screen readers announce only changes of an existing element.
 */
export function CheckAnswerNote({ answer, className }: CheckAnswerNoteProps) {
  return (
    <div role="status" className={answer && className}>
      {answer && (
        <Note tone={answer.ok ? "good" : "bad"} icon={answer.ok ? Check : CircleAlert}>
          {answer.message}
        </Note>
      )}
    </div>
  );
}
