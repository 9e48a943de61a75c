import { SectionCard } from "#ui/platform/settings/section-card.tsx";
import { SwitchSetting } from "#ui/platform/settings/switch-setting.tsx";

export function DeliverabilityCard() {
  return (
    <SectionCard id="deliverability">
      <SwitchSetting
        name="autoDeliverabilityCheck"
        hint="Contacts whose texts cannot be delivered are left out of campaigns, until a text reaches them again."
      >
        Check what became of texts each night
      </SwitchSetting>
      <SwitchSetting
        name="lineTypeLookups"
        apart
        hint="Finds landlines and pagers before they are texted. Twilio charges $0.008 for each number that is not known yet; the answer counts for 90 days."
      >
        Look up line types before a campaign
      </SwitchSetting>
    </SectionCard>
  );
}
