import { useCurrentUser } from "#ui/current-user.ts";
import { FilterBar } from "#ui/kit/filter-bar.tsx";
import { SearchInput } from "#ui/kit/search-input.tsx";
import { useSearchText } from "#ui/shell/format/search-text.ts";
import { searchableLabel } from "#ui/shell/format/searchable.ts";
import { LastFetched } from "./google-status.tsx";

/** Only by fields that the user may see. */
export function ReviewSearch({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const { user } = useCurrentUser();
  const [typed, setTyped] = useSearchText(q, onSearch);
  const by = user ? searchableLabel(user) : undefined;
  return (
    <FilterBar>
      {by && (
        <SearchInput
          label="Search reviews"
          placeholder={by === "phone" ? "Search by phone" : "Search by reviewer or contact"}
          value={typed}
          onValueChange={setTyped}
        />
      )}
      <LastFetched />
    </FilterBar>
  );
}
