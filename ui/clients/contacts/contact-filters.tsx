import { useQuery } from "@tanstack/react-query";
import Tag from "lucide-react/icons/tag";
import type { ContactState } from "#src/clients/contacts/contract.ts";
import { formatNumber } from "#src/shared/format-count.ts";
import { seesNames } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { tagsQuery } from "#ui/clients/parts/tag-queries.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { classes } from "#ui/kit/classes.ts";
import { ChoiceMenu, Filter, PHONE_FILTER, PHONE_FILTER_CHOSEN } from "#ui/kit/filter.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Select } from "#ui/kit/select.tsx";

interface FilterProps<Value> {
  value: Value;
  onValueChange: (value: Value) => void;
}

const OPTIONS = [
  { value: "all", label: "All" },
  { value: "subscribed", label: "Can be texted" },
  { value: "left-out", label: "No offers" },
  { value: "opted-out", label: "Opted out" },
  { value: "undeliverable", label: "Undeliverable" },
  { value: "birthday-month", label: "Birthday this month" },
] as const satisfies { value: ContactState; label: string }[];

export function StateFilter({ value, onValueChange }: FilterProps<ContactState>) {
  const { user } = useCurrentUser();
  const options = OPTIONS.filter(
    (option) => option.value !== "birthday-month" || (user && seesNames(user)),
  );
  return <Filter value={value} onValueChange={onValueChange} options={options} />;
}

export function TagFilter({ value, onValueChange }: FilterProps<number | undefined>) {
  const { data: tags = [] } = useQuery(tagsQuery(useApi()));
  if (tags.length === 0 && value === undefined) return null;
  const choice = {
    value: value === undefined ? "all" : String(value),
    onValueChange: (tag: string) => onValueChange(tag === "all" ? undefined : Number(tag)),
    options: [
      { value: "all", label: "All tags" },
      ...tags.map(({ id, name, contactCount }) => ({
        value: String(id),
        label: `${name} (${formatNumber(contactCount)})`,
      })),
    ],
  };
  return (
    <>
      <Select aria-label="Tag" className="no-phone" {...choice} />
      <ChoiceMenu
        {...choice}
        trigger={
          <IconButton
            icon={Tag}
            variant="secondary"
            label={`Tag: ${choice.options.find((one) => one.value === choice.value)?.label}`}
            className={classes(PHONE_FILTER, value !== undefined && PHONE_FILTER_CHOSEN)}
          />
        }
      />
    </>
  );
}
