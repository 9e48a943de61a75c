import { SectionCard } from "#ui/platform/settings/section-card.tsx";
import { NumberField } from "#ui/platform/settings/text-field.tsx";

export function PicturesCard() {
  return (
    <SectionCard id="pictures">
      <NumberField
        name="mediaRetentionDays"
        label="Keep pictures in texts (days)"
        hint="Older pictures are deleted from the inbox and aren't in later backups."
      />
    </SectionCard>
  );
}
