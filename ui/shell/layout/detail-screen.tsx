import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { Bar } from "./bar.tsx";
import { ListLink } from "./list-link.tsx";
import { NotFound } from "./not-found.tsx";
import { Page } from "./page.tsx";

interface DetailScreenProps<Item> {
  title: string;
  /** The list's address and title. */
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
      <Bar title={title} lead={<ListLink href={list} label={listLabel} />} />
      {query.data === null ? (
        <NotFound home={list} level={2} />
      ) : (
        <Page label={title}>
          <div>
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
