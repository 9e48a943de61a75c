import MessageSquare from "lucide-react/icons/message-square";
import { useFormContext } from "react-hook-form";
import { settings as endpoints, type Settings } from "#src/settings/contract.ts";
import { useCall } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Glyph } from "#ui/kit/glyph.tsx";
import { phoneWords } from "#ui/shell/phone-words.ts";
import { CheckAnswerNote } from "./check-answer.tsx";
import type { SettingsValues } from "./form-values.ts";
import { TwilioBadge } from "./twilio-badge.tsx";
import { isTwilioDirty, isTwilioSetUp } from "./twilio-state.ts";
import { useCheck } from "./use-check.ts";

export function TwilioRow({ settings }: { settings: Settings }) {
  const call = useCall();
  const test = useCheck(() => call(endpoints.testTwilio));
  const { formState } = useFormContext<SettingsValues>();
  const unsaved = isTwilioDirty(formState.dirtyFields);
  const setUp = isTwilioSetUp(settings);

  return (
    <>
      <div className="line-row min-h-15 phone:items-start">
        <Glyph icon={MessageSquare} tone={toneOf(settings)} />
        <div className="grow">
          <div className="h3">Twilio</div>
          <div className="sm dim">{purposeOf(settings)}</div>
          <div className="only-phone mt-1.5">
            <TwilioBadge settings={settings} />
          </div>
        </div>
        {settings.twilioPhoneNumber && (
          <span className="sm faint num clip @max-[560px]/page:hidden">
            {phoneWords(settings.twilioPhoneNumber)}
          </span>
        )}
        <span className="no-phone w-28">
          <TwilioBadge settings={settings} />
        </span>
        <span className="min-w-22 text-right">
          {setUp ? (
            <Button
              variant="quiet"
              size="tiny"
              aria-label="Test Twilio"
              disabled={unsaved}
              aria-describedby={unsaved ? "test-twilio-hint" : undefined}
              busy={test.running && "Testing..."}
              onClick={test.run}
            >
              Test
            </Button>
          ) : (
            <Button size="tiny" aria-label="Set up Twilio" onClick={goToTwilio}>
              Set up
            </Button>
          )}
        </span>
      </div>
      {setUp && unsaved && (
        <p id="test-twilio-hint" className="hint px-4 pb-3 text-right">
          Save your changes to test them.
        </p>
      )}
      <CheckAnswerNote answer={unsaved ? undefined : test.answer} className="px-4 pb-3" />
    </>
  );
}

function toneOf(settings: Settings) {
  if (settings.simulatedCarrier) return "accent";
  return isTwilioSetUp(settings) ? "good" : undefined;
}

function purposeOf({ simulatedCarrier, demo }: Settings): string {
  if (!simulatedCarrier) return "Sends and receives every text";
  return demo
    ? "This is a demo: texts and replies are made up here and reach nobody, whatever is entered below"
    : "The simulated carrier is switched on for this server: texts and replies are made up here and reach nobody";
}

function goToTwilio() {
  document.getElementById("twilio")?.scrollIntoView();
  document.querySelector<HTMLElement>("#twilio input")?.focus({ preventScroll: true });
}
