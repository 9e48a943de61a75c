import { useState } from "react";
import { Link } from "wouter";
import { lazy, useLazy } from "#ui/kit/lazy.ts";
import { SearchInput } from "#ui/kit/search-input.tsx";
import { SectionSelect } from "./section-nav.tsx";
import { GROUPS, type GroupId } from "./sections.ts";

// The search words of every field, needed from the first letter on.
const results = lazy(async () => (await import("./search-results.tsx")).SearchResults);

/** The groups as tabs, the search through all of them, and their sections where the list beside them lacks room. */
export function GroupTabs({ group }: { group: GroupId }) {
  const [query, setQuery] = useState("");
  const Results = useLazy(query.trim() !== "", results);
  return (
    <div className="relative">
      <div className="filters">
        <SearchInput
          label="Search settings"
          className="phone:basis-full @min-[880px]/page:flex-[0_0_208px]!"
          value={query}
          onValueChange={setQuery}
          onFocus={results.warm}
          onKeyDown={(event) => {
            if (event.key === "Escape") setQuery("");
          }}
        />
        <nav
          className="seg no-phone @max-[880px]/page:order-first! @min-[880px]/page:ml-5 @min-[880px]/page:flex-1 @min-[880px]/page:*:flex-auto"
          aria-label="Settings groups"
        >
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
        <SectionSelect group={group} />
      </div>
      {Results && query.trim() !== "" && <Results query={query} onGo={() => setQuery("")} />}
    </div>
  );
}
