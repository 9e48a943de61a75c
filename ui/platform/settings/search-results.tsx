import { useContext } from "react";
import { Link } from "wouter";
import { useCurrentUser } from "#ui/current-user.ts";
import { goToAnchor } from "#ui/shell/layout/anchor.ts";
import { MenuContext } from "#ui/shell/layout/menu-context.ts";
import { findDestinations } from "#ui/shell/palette/destinations.ts";

/** Below the search: the matching sections of all groups, and other screens and actions. */
export function SearchResults({ query, onGo }: { query: string; onGo: () => void }) {
  const { user } = useCurrentUser();
  const menu = useContext(MenuContext);
  const found = user ? findDestinations(user, menu, query) : [];
  return (
    <div className="menu absolute top-full left-0 mt-1 max-h-96 w-full max-w-105 overflow-auto">
      <p className="sr" role="status">
        {found.length === 1 ? "1 result" : `${found.length} results`}
      </p>
      {found.length === 0 && <p className="dim sm p-2.5">Nothing found for “{query.trim()}”</p>}
      <ul aria-label="Matching settings">
        {found.map(({ path, title, place, matched }) => (
          <li key={path}>
            <Link
              href={path}
              className="flex items-center min-w-0 min-h-9 justify-between gap-3 rounded-sm px-2.5 py-1 text-base hover:bg-hover touch:min-h-11"
              onClick={() => {
                onGo();
                goToAnchor(path);
              }}
            >
              <span className="min-w-0">
                <span className="clip block">{title}</span>
                {matched && (
                  <span className="xs faint clip block first-letter:uppercase">{matched}</span>
                )}
              </span>
              <span className="xs faint flex-none">{place}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
