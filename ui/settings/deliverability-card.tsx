import { useFormContext } from "react-hook-form";
import { Switch } from "#ui/kit/switch.tsx";
import type { SettingsValues } from "./form-values.ts";
import { SectionCard, WIDE } from "./section-card.tsx";

export function DeliverabilityCard() {
  const { register } = useFormContext<SettingsValues>();
  return (
    <SectionCard id="deliverability">
      <div className={WIDE}>
        <Switch {...register("autoDeliverabilityCheck")} aria-describedby="auto-check-hint">
          Check what became of texts each night
        </Switch>
        <p id="auto-check-hint" className="hint mt-1">
          Contacts whose texts cannot be delivered are left out of campaigns, until a text reaches
          them again.
        </p>
      </div>
      <div className={`${WIDE} border-line border-t pt-4`}>
        <Switch {...register("lineTypeLookups")} aria-describedby="line-types-hint">
          Look up line types before a campaign
        </Switch>
        <p id="line-types-hint" className="hint mt-1">
          Finds landlines and pagers before they are texted. Twilio charges $0.008 for each number
          that is not known yet; the answer counts for 90 days.
        </p>
      </div>
    </SectionCard>
  );
}
