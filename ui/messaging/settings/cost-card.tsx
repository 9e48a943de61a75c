import { SectionCard } from "#ui/platform/settings/section-card.tsx";
import { TextField } from "#ui/platform/settings/text-field.tsx";

export function CostCard() {
  return (
    <SectionCard id="cost">
      <TextField
        name="costPerSegment"
        label="Cost per segment"
        inputMode="decimal"
        hint="What your provider charges per segment, such as 0.0079. Used for estimates."
      />
    </SectionCard>
  );
}
