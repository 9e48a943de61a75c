import { useFormContext, useWatch } from "react-hook-form";
import { Button } from "#ui/kit/button.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Switch } from "#ui/kit/switch.tsx";
import { Textarea } from "#ui/kit/textarea.tsx";
import type { SettingsValues } from "#ui/platform/settings/form-values.ts";
import { SectionCard, WIDE } from "#ui/platform/settings/section-card.tsx";
import { TextField } from "#ui/platform/settings/text-field.tsx";
import { formatPace } from "./pace-format.ts";

const NAMES = ["templateMessageCount", "templateDelaySeconds", "templateMessage"] as const;

export function TemplateCard() {
  const { control, register, setValue, formState } = useFormContext<SettingsValues>();
  const [count, delay, message] = useWatch({ control, name: NAMES });
  const blank = `${count}${delay}${message}` === "";

  function clear() {
    for (const name of NAMES) setValue(name, "", { shouldDirty: true, shouldValidate: true });
  }

  return (
    <SectionCard
      id="template"
      trailing={
        !blank && (
          <Button variant="quiet" size="tiny" onClick={clear}>
            Clear template
          </Button>
        )
      }
    >
      <p className={`sm dim ${WIDE}`}>
        New campaigns start with this text and pace. The pace can only be slower than Rate Limiting,
        which applies when there's no template.
      </p>
      <TextField
        name="templateMessageCount"
        label="Message count"
        type="number"
        min={1}
        inputMode="numeric"
      />
      <TextField
        name="templateDelaySeconds"
        label="Delay (seconds)"
        type="number"
        min={1}
        inputMode="numeric"
        hint={formatPace(count, delay)}
      />
      <Field
        label="Message"
        hint="We fill in {firstName}, {lastName} and {name} for each client."
        error={formState.errors.templateMessage?.message}
        className={WIDE}
      >
        <Textarea rows={4} {...register("templateMessage")} />
      </Field>
      <TextField
        name="testPhoneNumber"
        label="Test number"
        type="tel"
        autoComplete="tel"
        hint="Campaign test texts only go to this number."
      />
      <div className={`${WIDE} border-line border-t pt-4`}>
        <Switch {...register("optOutNoticeAlways")} aria-describedby="notice-always-hint">
          Always add the opt-out notice
        </Switch>
        <p id="notice-always-hint" className="hint mt-1">
          Adds your business name before and “Reply STOP to opt out” after the text when they're
          missing.
        </p>
      </div>
    </SectionCard>
  );
}
