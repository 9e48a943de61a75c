import { useId } from "react";
import { useFormContext } from "react-hook-form";
import type { Settings } from "#src/platform/settings/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { ErrorNote } from "#ui/kit/notice.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { loadSettings } from "#ui/shell/settings-contract.ts";
import { type Connection, isChanged } from "./connections.ts";
import type { SettingsValues } from "./form-values.ts";
import { WIDE } from "./section-card.tsx";

interface TestMailProps {
  connection: Connection;
  name: "testSmtp" | "testMembershipSmtp";
  settings: Settings;
  children: string;
}

export function TestMail({ connection, name, settings, children }: TestMailProps) {
  const { formState } = useFormContext<SettingsValues>();
  const id = useId();
  const test = useAct(async () => (await loadSettings())[name], {
    done: ({ email }) => ({ title: "Test email sent", description: `Look for it at ${email}.` }),
    errors: "Test failed",
  });
  const unsaved = isChanged(connection, formState.dirtyFields);
  return (
    <div className={`${WIDE} flex flex-col gap-3`}>
      <div className="flex items-center gap-2 min-w-0 flex-wrap">
        <Button
          disabled={unsaved || !connection.isSetUp(settings)}
          aria-describedby={id}
          busy={test.isPending && "Sending..."}
          onClick={() => test.run()}
        >
          {children}
        </Button>
        <p id={id} className="hint">
          {unsaved ? "Save your changes to test them." : "Sends an email to your own address."}
        </p>
      </div>
      {/* Stays after the toast is gone. */}
      {test.errorMessage && !unsaved && <ErrorNote>{test.errorMessage}</ErrorNote>}
    </div>
  );
}
