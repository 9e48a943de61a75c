import { SectionCard, WIDE } from "#ui/platform/settings/section-card.tsx";
import { SelectSetting } from "#ui/platform/settings/select-setting.tsx";
import { SwitchSetting } from "#ui/platform/settings/switch-setting.tsx";

const REQUIRED = [
  { value: "off", label: "No one" },
  { value: "admins", label: "Administrators" },
  { value: "everyone", label: "Everyone" },
] as const;

export function SignInCard() {
  return (
    <SectionCard id="sign-in">
      <SelectSetting
        name="secondFactorRequired"
        label="Two-step sign-in is required for"
        className={WIDE}
        hint="Users without it must set it up the next time they open Parlor."
        options={REQUIRED}
      />
      <SwitchSetting
        name="registrationOpen"
        apart
        hint="New accounts wait for your approval. When this is off, only people you invite under Users can register."
      >
        Anyone can register
      </SwitchSetting>
      <SwitchSetting
        name="guidePublic"
        apart
        hint="Without signing in, at /guide. It shows none of your salon's data."
      >
        Anyone can read the guide
      </SwitchSetting>
    </SectionCard>
  );
}
