import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import Upload from "lucide-react/icons/upload";
import { useMemo, useState } from "react";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { seesClients } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { useContactActions } from "#ui/clients/parts/contact-actions.ts";
import { tagsQuery } from "#ui/clients/parts/tag-queries.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { FilterBar } from "#ui/kit/filter-bar.tsx";
import { SearchInput } from "#ui/kit/search-input.tsx";
import { Select } from "#ui/kit/select.tsx";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { LoadMore } from "#ui/shell/data/load-more.tsx";
import { useAddress } from "#ui/shell/data/use-address.ts";
import { useSearchText } from "#ui/shell/format/search-text.ts";
import { searchableLabel } from "#ui/shell/format/searchable.ts";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { BarAction } from "#ui/shell/layout/bar-action.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { ContactDialogs, type Opened } from "./contact-dialogs.tsx";
import { ContactGrid } from "./contact-grid.tsx";
import { isNarrowed, MoreMenu } from "./more-menu.tsx";
import { contactsQuery, parseFilters } from "./queries.ts";
import { useSelection } from "./selection.ts";
import { StateFilter } from "./state-filter.tsx";

const EVERYBODY = { q: "", state: "", tag: "" };

export function ContactsScreen() {
  const { user } = useCurrentUser();
  const [params, show] = useAddress();
  const filters = parseFilters(params);
  const list = useInfiniteQuery(contactsQuery(useApi(), filters));
  const [opened, setOpened] = useState<Opened>();
  const { optOut, optIn } = useContactActions();
  const selection = useSelection(filters);
  const { toggle } = selection;
  const actions = useMemo(
    () => ({
      optOut: ({ id }: Contact) => optOut.run({ params: { id } }),
      optIn: ({ id }: Contact) => optIn.run({ params: { id } }),
      choose: ({ id }: Contact) => toggle(id),
      edit: (contact: Contact) => setOpened({ dialog: "edit", contact }),
      remove: (contact: Contact) => setOpened({ dialog: "remove", contact }),
    }),
    [optOut.run, optIn.run, toggle],
  );

  const [typed, setTyped] = useSearchText(filters.q, (q) => show({ q }));
  const contacts = list.data?.pages.flatMap((page) => page.contacts);
  const total = list.data?.pages[0]?.total;
  // The total is of the list without the search.
  const matching = filters.q === "" ? total : undefined;
  const mayAdd = user != null && seesClients(user);
  const searchBy = user ? searchableLabel(user) : undefined;
  const isAdmin = user?.role === "admin";
  const add = () => show({ new: "1" });
  const asked = findRequestedDialog(params, { mayAdd, mayImport: isAdmin });

  return (
    <>
      <Bar title="Contacts" meta={total?.toLocaleString("en-US")}>
        {isAdmin && (
          <BarAction id="import" icon={Upload} onClick={() => setOpened({ dialog: "import" })}>
            Import CSV
          </BarAction>
        )}
        {mayAdd && (
          <BarAction icon={Plus} variant="primary" onClick={add}>
            Add Contact
          </BarAction>
        )}
        <MoreMenu
          filters={filters}
          onChoose={selection.begin}
          onTags={() => setOpened({ dialog: "tags" })}
          onUndoImport={() => setOpened({ dialog: "undo-import" })}
        />
      </Bar>
      <Page label="Contacts">
        <FilterBar>
          {searchBy && (
            <SearchInput
              label="Search contacts"
              placeholder={`Search by ${searchBy}`}
              value={typed}
              onValueChange={setTyped}
            />
          )}
          <StateFilter
            value={filters.state}
            onValueChange={(state) => show({ state: state === "all" ? "" : state })}
          />
          <TagFilter
            value={filters.tag}
            onValueChange={(tag) => show({ tag: tag === undefined ? "" : String(tag) })}
          />
        </FilterBar>
        {list.error && !contacts ? (
          <LoadFailed query={list} />
        ) : (
          <ContactGrid
            contacts={contacts}
            actions={actions}
            isChosen={selection.isChosen}
            narrowed={isNarrowed(filters)}
            onReset={() => show(EVERYBODY)}
            onAdd={mayAdd ? add : undefined}
            onImport={isAdmin ? () => setOpened({ dialog: "import" }) : undefined}
          />
        )}
        <LoadMore
          list={list}
          className="pt-5"
          loadedCount={contacts?.length ?? 0}
          total={matching}
        />
        {selection.active && <BulkBar selection={selection} matching={matching} />}
      </Page>
      <ContactDialogs
        opened={asked ?? opened}
        onClose={() => (asked ? show({ new: "", import: "" }) : setOpened(undefined))}
        onImported={() => show(EVERYBODY)}
      />
    </>
  );
}

function findRequestedDialog(
  params: URLSearchParams,
  { mayAdd, mayImport }: { mayAdd: boolean; mayImport: boolean },
): Opened | undefined {
  if (mayAdd && params.get("new") === "1") return { dialog: "add" };
  return mayImport && params.get("import") === "1" ? { dialog: "import" } : undefined;
}

interface TagFilterProps {
  value: number | undefined;
  onValueChange: (tag: number | undefined) => void;
}

function TagFilter({ value, onValueChange }: TagFilterProps) {
  const { data: tags = [] } = useQuery(tagsQuery(useApi()));
  if (tags.length === 0 && value === undefined) return null;
  return (
    <Select
      aria-label="Tag"
      value={value === undefined ? "all" : String(value)}
      onValueChange={(tag) => onValueChange(tag === "all" ? undefined : Number(tag))}
      options={[
        { value: "all", label: "All tags" },
        ...tags.map(({ id, name, contactCount }) => ({
          value: String(id),
          label: `${name} (${contactCount.toLocaleString("en-US")})`,
        })),
      ]}
    />
  );
}
