import { useState } from "react";
import { Link, useLocation } from "wouter";
import { lazy, useLazy } from "#ui/kit/lazy.ts";
import { SearchInput } from "#ui/kit/search-input.tsx";
import { Select } from "#ui/kit/select.tsx";
import { GROUPS, type GroupId } from "./sections.ts";

// The search words of every field, needed from the first letter on.
const results = lazy(async () => (await import("./search-results.tsx")).SearchResults);

/** The groups as tabs, on a phone as a select, and the search through all of them. */
export function GroupTabs({ group }: { group: GroupId }) {
  const [, navigate] = useLocation();
  const [query, setQuery] = useState("");
  const Results = useLazy(query.trim() !== "", results);
  return (
    <div className="relative">
      <div className="filters">
        <SearchInput
          label="Search settings"
          placeholder="Search"
          className="phone:basis-28"
          value={query}
          onValueChange={setQuery}
          onFocus={results.warm}
          onKeyDown={(event) => {
            if (event.key === "Escape") setQuery("");
          }}
        />
        <nav className="seg no-phone" aria-label="Settings groups">
          {GROUPS.map(({ id, title }) => (
            <Link
              key={id}
              href={`/settings/${id}`}
              aria-current={id === group ? "page" : undefined}
            >
              {title}
            </Link>
          ))}
        </nav>
        <Select
          aria-label="Group"
          className="only-phone flex-[1_0_auto]"
          value={group}
          onValueChange={(id) => navigate(`/settings/${id}`)}
          options={GROUPS.map(({ id, title }) => ({ value: id, label: title }))}
        />
      </div>
      {Results && query.trim() !== "" && <Results query={query} onGo={() => setQuery("")} />}
    </div>
  );
}
