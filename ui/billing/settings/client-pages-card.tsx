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
        hint="Sign-up pages, invites and the portals use it. Staff pages don't open there."
      >
        Use a separate domain for client pages
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
              ? "Until you add a domain, client pages use this server's address."
              : "At your domain provider, point this domain to your server. Then add it to your TLS proxy."
          }
        />
      )}
    </SectionCard>
  );
}
