import { useQuery } from "@tanstack/react-query";
import ArrowDownUp from "lucide-react/icons/arrow-down-up";
import ListFilter from "lucide-react/icons/list-filter";
import type { ContactSort, ContactState } from "#src/clients/contacts/contract.ts";
import { formatNumber } from "#src/shared/format-count.ts";
import { seesNames } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { tagsQuery } from "#ui/clients/parts/tag-queries.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { classes } from "#ui/kit/classes.ts";
import { ChoiceMenu, Filter } from "#ui/kit/filter.tsx";
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

export function TagFilter({ value, onValueChange }: FilterProps<number | undefined>) {
  const { data: tags = [] } = useQuery(tagsQuery(useApi()));
  if (tags.length === 0 && value === undefined) return null;
  return (
    <Select
      aria-label="Tag"
      value={value === undefined ? "all" : String(value)}
      onValueChange={(tag) => onValueChange(tag === "all" ? undefined : Number(tag))}
      options={[
        { value: "all", label: "All tags" },
        ...tags.map(({ id, name, contactCount }) => ({
          value: String(id),
          label: `${name} (${formatNumber(contactCount)})`,
        })),
      ]}
    />
  );
}

const SORTS = [
  { value: "newest", label: "Newest first" },
  { value: "name", label: "Sorted by name" },
] as const satisfies { value: ContactSort; label: string }[];

export function SortFilter({ value, onValueChange }: FilterProps<ContactSort>) {
  return (
    <ChoiceMenu
      value={value}
      onValueChange={onValueChange}
      options={SORTS}
      align="start"
      trigger={
        <Button variant="quiet" icon={ArrowDownUp} className="phone:order-1">
          {/* On a row with all filters, a small desk has room for the icon. */}
          <span className="@min-[880px]/page:@max-[1100px]/page:sr-only">
            {SORTS.find((sort) => sort.value === value)?.label}
          </span>
        </Button>
      }
    />
  );
}
