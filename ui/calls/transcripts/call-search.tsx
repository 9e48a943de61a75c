import { useLocation } from "wouter";
import { useCurrentUser } from "#ui/current-user.ts";
import { FilterBar } from "#ui/kit/filter-bar.tsx";
import { SearchInput } from "#ui/kit/search-input.tsx";
import { useSearchText } from "#ui/shell/format/search-text.ts";
import { searchableLabel } from "#ui/shell/format/searchable.ts";

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  "name or phone": "Search name, phone or words",
  name: "Search name or words",
  phone: "Search phone",
};

/** Hidden from users who may not search names or numbers. */
export function CallSearch({ q }: { q: string }) {
  const { user } = useCurrentUser();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useSearchText(q, (next) =>
    navigate(
      next === "" ? "/call-transcripts" : `/call-transcripts?q=${encodeURIComponent(next)}`,
      {
        replace: true,
      },
    ),
  );
  const by = user && searchableLabel(user);
  if (!by) return null;
  return (
    <FilterBar>
      <SearchInput
        label="Search calls"
        placeholder={PLACEHOLDERS[by]}
        maxLength={100}
        value={typed}
        onValueChange={setTyped}
      />
    </FilterBar>
  );
}
