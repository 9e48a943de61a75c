import { SectionCard } from "#ui/platform/settings/section-card.tsx";
import { TextField } from "#ui/platform/settings/text-field.tsx";

export function PicturesCard() {
  return (
    <SectionCard id="pictures">
      <TextField
        name="mediaRetentionDays"
        label="Keep pictures in texts (days)"
        type="number"
        min={1}
        inputMode="numeric"
        hint="Older pictures are deleted from the inbox and aren't in later backups."
      />
    </SectionCard>
  );
}
