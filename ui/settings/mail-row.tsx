import Mail from "lucide-react/icons/mail";
import { useFormContext } from "react-hook-form";
import type { Settings } from "#src/settings/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Glyph } from "#ui/kit/glyph.tsx";
import type { SettingsValues } from "./form-values.ts";
import { MailBadge } from "./mail-badge.tsx";
import { isMailDirty } from "./mail-state.ts";
import { useTestSmtp } from "./use-test-smtp.ts";

export function MailRow({ settings }: { settings: Settings }) {
  const test = useTestSmtp();
  const { formState } = useFormContext<SettingsValues>();
  const unsaved = isMailDirty(formState.dirtyFields);

  return (
    <>
      <div className="line-row min-h-15 border-line border-t phone:items-start">
        <Glyph icon={Mail} tone={settings.canMail ? "good" : undefined} />
        <div className="grow">
          <div className="h3">Mail server</div>
          <div className="sm dim">Sign-in codes and notices</div>
          <div className="only-phone mt-1.5">
            <MailBadge settings={settings} />
          </div>
        </div>
        <span className="sm faint clip @max-[560px]/page:hidden">{settings.smtpHost}</span>
        <span className="no-phone w-28">
          <MailBadge settings={settings} />
        </span>
        <span className="min-w-22 text-right">
          {settings.canMail ? (
            <Button
              variant="quiet"
              size="tiny"
              aria-label="Test Mail server"
              disabled={unsaved}
              aria-describedby={unsaved ? "test-mail-hint" : undefined}
              busy={test.running && "Sending..."}
              onClick={test.run}
            >
              Test
            </Button>
          ) : (
            <Button size="tiny" aria-label="Set up Mail server" onClick={goToMail}>
              Set up
            </Button>
          )}
        </span>
      </div>
      {settings.canMail && unsaved && (
        <p id="test-mail-hint" className="hint px-4 pb-3 text-right">
          Save your changes to test them.
        </p>
      )}
    </>
  );
}

function goToMail() {
  document.getElementById("smtp")?.scrollIntoView();
  document.querySelector<HTMLElement>("#smtp input")?.focus({ preventScroll: true });
}
