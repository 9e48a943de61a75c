import { useFormContext, useWatch } from "react-hook-form";
import { Button } from "#ui/kit/button.tsx";
import type { SettingsValues } from "#ui/platform/settings/form-values.ts";
import { SectionCard, WIDE } from "#ui/platform/settings/section-card.tsx";
import { SwitchSetting } from "#ui/platform/settings/switch-setting.tsx";
import { NumberField, TextField } from "#ui/platform/settings/text-field.tsx";
import { AreaField } from "./area-field.tsx";
import { formatPace } from "./pace-format.ts";

const NAMES = ["templateMessageCount", "templateDelaySeconds", "templateMessage"] as const;

export function TemplateCard() {
  const { control, setValue } = useFormContext<SettingsValues>();
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
            Clear Template
          </Button>
        )
      }
    >
      <p className={`sm dim ${WIDE}`}>
        New campaigns start with this text and pace. The pace can only be slower than Rate Limiting,
        which applies when there's no template.
      </p>
      <NumberField name="templateMessageCount" label="Message count" />
      <NumberField
        name="templateDelaySeconds"
        label="Delay (seconds)"
        hint={formatPace(count, delay)}
      />
      <AreaField
        name="templateMessage"
        label="Message"
        rows={4}
        hint="We fill in {firstName}, {lastName} and {name} for each client."
      />
      <TextField
        name="testPhoneNumber"
        label="Test number"
        type="tel"
        autoComplete="tel"
        hint="Campaign test texts only go to this number."
      />
      <SwitchSetting
        name="optOutNoticeAlways"
        apart
        hint="Adds your business name before and “Reply STOP to opt out” after the text when they're missing."
      >
        Always add the opt-out notice
      </SwitchSetting>
    </SectionCard>
  );
}
