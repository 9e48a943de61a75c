import ListFilter from "lucide-react/icons/list-filter";
import type { ContactState } from "#src/clients/contacts/contract.ts";
import { seesNames } from "#src/shared/permissions.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { classes } from "#ui/kit/classes.ts";
import { Filter } from "#ui/kit/filter.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";

const OPTIONS = [
  { value: "all", label: "All" },
  { value: "subscribed", label: "Can be texted" },
  { value: "left-out", label: "No offers" },
  { value: "opted-out", label: "Opted out" },
  { value: "undeliverable", label: "Undeliverable" },
  { value: "birthday-month", label: "Birthday this month" },
] as const satisfies { value: ContactState; label: string }[];

interface StateFilterProps {
  value: ContactState;
  onValueChange: (value: ContactState) => void;
}

export function StateFilter({ value, onValueChange }: StateFilterProps) {
  const { user } = useCurrentUser();
  const options = OPTIONS.filter(
    (option) => option.value !== "birthday-month" || (user && seesNames(user)),
  );
  const chosen = OPTIONS.find((option) => option.value === value)?.label;
  return (
    <Filter
      value={value}
      onValueChange={onValueChange}
      options={options}
      trigger={
        <IconButton
          icon={ListFilter}
          variant="secondary"
          label={`Filter: ${chosen}`}
          className={classes(
            "only-phone h-11! w-11!",
            value !== "all" && "bg-accent-soft text-accent-ink",
          )}
        />
      }
    />
  );
}
