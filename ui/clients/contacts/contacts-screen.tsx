import { useInfiniteQuery } from "@tanstack/react-query";
import ArrowDownUp from "lucide-react/icons/arrow-down-up";
import Download from "lucide-react/icons/download";
import Ellipsis from "lucide-react/icons/ellipsis";
import ListChecks from "lucide-react/icons/list-checks";
import Plus from "lucide-react/icons/plus";
import Tags from "lucide-react/icons/tags";
import Undo2 from "lucide-react/icons/undo-2";
import Upload from "lucide-react/icons/upload";
import { useMemo, useState } from "react";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { formatNumber } from "#src/shared/format-count.ts";
import { seesClients, seesNames } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { useContactActions } from "#ui/clients/parts/contact-actions.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { FilterBar } from "#ui/kit/filter-bar.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { Menu, MenuItem } from "#ui/kit/menu.tsx";
import { SearchInput } from "#ui/kit/search-input.tsx";
import { useProtectedDownload } from "#ui/shell/data/confirm-password.ts";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { LoadMore } from "#ui/shell/data/load-more.tsx";
import { useAddress } from "#ui/shell/data/use-address.ts";
import { useSearchText } from "#ui/shell/format/search-text.ts";
import { searchableLabel } from "#ui/shell/format/searchable.ts";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { BarAction } from "#ui/shell/layout/bar-action.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { StateFilter, TagFilter } from "./contact-filters.tsx";
import { ContactGrid } from "./contact-grid.tsx";
import { type ContactFilters, contactsQuery, parseFilters } from "./queries.ts";
import { useSelection } from "./selection.ts";

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
  // A search lists the closest matches first.
  const maySort = filters.q === "" && user != null && seesNames(user);
  const order = filters.sort === "name" ? "by name" : "newest";
  const add = () => show({ new: "1" });
  const asked = findRequestedDialog(params, { mayAdd, mayImport: isAdmin });

  return (
    <>
      <Bar
        title="Contacts"
        meta={
          matching === undefined ? undefined : (
            <span>
              {formatNumber(matching)}
              <span className="no-phone">, {order}</span>
            </span>
          )
        }
      >
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
          onSort={maySort ? () => show({ sort: filters.sort === "name" ? "" : "name" }) : undefined}
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

// Forms and the CSV reader are loaded when the first of them opens.
const ContactFormDialog = lazyDialog(
  async () => (await import("./contact-form-dialog.tsx")).ContactFormDialog,
);
const DeleteDialog = lazyDialog(async () => (await import("./delete-dialog.tsx")).DeleteDialog);
const ImportDialog = lazyDialog(async () => (await import("./import-dialog.tsx")).ImportDialog);
const ManageTagsDialog = lazyDialog(
  async () => (await import("./manage-tags-dialog.tsx")).ManageTagsDialog,
);

const UndoImportDialog = lazyDialog(
  async () => (await import("./undo-import-dialog.tsx")).UndoImportDialog,
);

type Opened =
  | { readonly dialog: "add" | "import" | "tags" | "undo-import"; readonly contact?: never }
  | { readonly dialog: "edit" | "remove"; readonly contact: Contact };

interface ContactDialogsProps {
  opened: Opened | undefined;
  onClose: () => void;
  onImported: () => void;
}

function ContactDialogs({ opened, onClose, onImported }: ContactDialogsProps) {
  if (!opened) return null;
  return (
    <>
      {opened.dialog === "add" && <ContactFormDialog onClose={onClose} />}
      {opened.dialog === "edit" && <ContactFormDialog contact={opened.contact} onClose={onClose} />}
      {opened.dialog === "remove" && <DeleteDialog contact={opened.contact} onClose={onClose} />}
      {opened.dialog === "tags" && <ManageTagsDialog onClose={onClose} />}
      {opened.dialog === "undo-import" && <UndoImportDialog onClose={onClose} />}
      {opened.dialog === "import" && <ImportDialog onClose={onClose} onImported={onImported} />}
    </>
  );
}

interface MoreMenuProps {
  filters: ContactFilters;
  /** Undefined where the list can't be sorted. */
  onSort: (() => void) | undefined;
  onChoose: () => void;
  onTags: () => void;
  onUndoImport: () => void;
}

function MoreMenu({ filters, onSort, onChoose, onTags, onUndoImport }: MoreMenuProps) {
  const { user } = useCurrentUser();
  const download = useProtectedDownload();
  return (
    <Menu trigger={<IconButton icon={Ellipsis} label="More contact actions" />}>
      <MenuItem icon={ListChecks} onSelect={onChoose}>
        Select Contacts
      </MenuItem>
      {onSort && (
        <MenuItem icon={ArrowDownUp} onSelect={onSort}>
          {filters.sort === "name" ? "Sort by Newest" : "Sort by Name"}
        </MenuItem>
      )}
      <MenuItem icon={Tags} onSelect={onTags}>
        Manage Tags
      </MenuItem>
      {user?.role === "admin" && (
        <MenuItem icon={Download} onSelect={() => void download(exportHref(filters))}>
          {isNarrowed(filters) ? "Export What's Shown" : "Export All"}
        </MenuItem>
      )}
      {user?.role === "admin" && (
        <MenuItem icon={Undo2} onSelect={onUndoImport}>
          Undo Last Import
        </MenuItem>
      )}
    </Menu>
  );
}

function isNarrowed({ q, state, tag }: ContactFilters): boolean {
  return q !== "" || state !== "all" || tag !== undefined;
}

/** The server streams an attachment, so the page stays. */
function exportHref({ q, state, tag }: ContactFilters): string {
  const params = new URLSearchParams({ state });
  if (q !== "") params.set("q", q);
  if (tag !== undefined) params.set("tag", String(tag));
  return `/api/contacts/export?${params}`;
}
