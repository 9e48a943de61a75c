import { useFormContext, useWatch } from "react-hook-form";
import type { SettingsValues } from "#ui/platform/settings/form-values.ts";
import { SectionCard, WIDE } from "#ui/platform/settings/section-card.tsx";
import { SwitchSetting } from "#ui/platform/settings/switch-setting.tsx";
import { TextField } from "#ui/platform/settings/text-field.tsx";

export function ClientPagesCard() {
  const { control } = useFormContext<SettingsValues>();
  const [on, domain] = useWatch({
    control,
    name: ["membershipDomainEnabled", "membershipDomain"],
  });
  return (
    <SectionCard id="client-pages">
      <SwitchSetting
        name="membershipDomainEnabled"
        hint="Sign-up pages, invitations and the members' portal use it, and on it nothing else answers."
      >
        An address of their own for client pages
      </SwitchSetting>
      {(on || domain !== "") && (
        <TextField
          name="membershipDomain"
          label="Domain"
          placeholder="members.example.com"
          spellCheck={false}
          autoCapitalize="none"
          className={WIDE}
          hint={
            on && domain.trim() === ""
              ? "Until a domain stands here, client pages keep this server's address."
              : "Point it to this server at your domain's provider, as you did with the address of this one."
          }
        />
      )}
    </SectionCard>
  );
}
