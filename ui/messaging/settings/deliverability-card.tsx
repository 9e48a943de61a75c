import { SectionCard } from "#ui/platform/settings/section-card.tsx";
import { SwitchSetting } from "#ui/platform/settings/switch-setting.tsx";

export function DeliverabilityCard() {
  return (
    <SectionCard id="deliverability">
      <SwitchSetting
        name="autoDeliverabilityCheck"
        hint="Campaigns skip contacts we can't reach until a text gets through again."
      >
        Check deliverability every night
      </SwitchSetting>
      <SwitchSetting
        name="lineTypeLookups"
        apart
        hint="Finds landlines and pagers before you text them. Twilio charges $0.008 for each new number. Results are kept for 90 days."
      >
        Look up line types before a campaign
      </SwitchSetting>
    </SectionCard>
  );
}
