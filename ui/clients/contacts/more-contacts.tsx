import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ContactList } from "#src/clients/contacts/contract.ts";
import { LoadMore } from "#ui/shell/data/load-more.tsx";
import { MOST_FOUND } from "./queries.ts";

interface MoreContactsProps {
  list: UseInfiniteQueryResult<InfiniteData<ContactList>>;
  /** A search returns all matches in one page. */
  searching: boolean;
}

export function MoreContacts({ list, searching }: MoreContactsProps) {
  const pages = list.data?.pages ?? [];
  if (searching && list.hasNextPage)
    return (
      <p className="sm faint num pt-5 text-center">
        The first {MOST_FOUND} that were found. Type more to find the others.
      </p>
    );
  return (
    <LoadMore
      list={list}
      className="pt-5"
      loadedCount={pages.reduce((sum, page) => sum + page.contacts.length, 0)}
      total={pages[0]?.total}
    />
  );
}
