import type { UseQueryResult } from "@tanstack/react-query";
import ChevronLeft from "lucide-react/icons/chevron-left";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Icon } from "#ui/kit/icon.tsx";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { Bar } from "./bar.tsx";
import { NotFound } from "./not-found.tsx";
import { Page } from "./page.tsx";

interface DetailScreenProps<Item> {
  title: string;
  /** The list's address, and the label of the link to it. */
  list: string;
  listLabel: string;
  /** Its data is null when the item does not exist. */
  query: UseQueryResult<Item | null>;
  skeleton: ReactNode;
  children: (item: Item) => ReactNode;
}

/** One item of a list, such as a client. */
export function DetailScreen<Item extends object>(props: DetailScreenProps<Item>) {
  const { title, list, listLabel, query, skeleton, children } = props;
  return (
    <>
      <Bar title={title} />
      {query.data === null ? (
        <NotFound home={list} level={2} />
      ) : (
        <Page label={title}>
          <div>
            <Link
              href={list}
              className="sm dim flex items-center min-w-0 mb-3 min-h-6 w-fit gap-1 hover:text-ink hover:underline"
            >
              <Icon of={ChevronLeft} />
              {listLabel}
            </Link>
            {query.data ? (
              children(query.data)
            ) : query.error ? (
              <LoadFailed query={query} />
            ) : (
              skeleton
            )}
          </div>
        </Page>
      )}
    </>
  );
}
