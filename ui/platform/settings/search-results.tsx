import { Link } from "wouter";
import { findSections, matchedField } from "./search-words.ts";
import { GROUPS, goToSection, settingsHref } from "./sections.ts";

/** Below the search: the matching sections of all groups. */
export function SearchResults({ query, onGo }: { query: string; onGo: () => void }) {
  const found = findSections(query);
  return (
    <div className="menu absolute top-full left-0 mt-1 max-h-96 w-full max-w-105 overflow-auto">
      <p className="sr" role="status">
        {found.length === 1 ? "1 section found" : `${found.length} sections found`}
      </p>
      {found.length === 0 && <p className="dim sm p-2.5">No matching settings</p>}
      <ul aria-label="Matching settings">
        {found.map((section) => {
          const field = matchedField(section, query);
          return (
            <li key={section.id}>
              <Link
                href={settingsHref(section.id)}
                className="flex items-center min-w-0 min-h-9 justify-between gap-3 rounded-sm px-2.5 py-1 text-sm hover:bg-hover touch:min-h-11"
                onClick={() => {
                  onGo();
                  // A section of this page; another page does the same when it opens.
                  setTimeout(goToSection, 0, section.id);
                }}
              >
                <span className="min-w-0">
                  <span className="clip block">{section.title}</span>
                  {field && (
                    <span className="xs faint clip block first-letter:uppercase">{field}</span>
                  )}
                </span>
                <span className="xs faint flex-none">
                  {GROUPS.find(({ id }) => id === section.group)?.title}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
