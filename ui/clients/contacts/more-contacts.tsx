import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ContactList } from "#src/clients/contacts/contract.ts";
import { LoadMore } from "#ui/shell/data/load-more.tsx";

interface MoreContactsProps {
  list: UseInfiniteQueryResult<InfiniteData<ContactList>>;
  /** The total is of the list without the search. */
  searching: boolean;
}

export function MoreContacts({ list, searching }: MoreContactsProps) {
  const pages = list.data?.pages ?? [];
  return (
    <LoadMore
      list={list}
      className="pt-5"
      loadedCount={pages.reduce((sum, page) => sum + page.contacts.length, 0)}
      total={searching ? undefined : pages[0]?.total}
    />
  );
}
