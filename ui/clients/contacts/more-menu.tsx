import Download from "lucide-react/icons/download";
import Ellipsis from "lucide-react/icons/ellipsis";
import ListChecks from "lucide-react/icons/list-checks";
import Tags from "lucide-react/icons/tags";
import Undo2 from "lucide-react/icons/undo-2";
import { useCurrentUser } from "#ui/current-user.ts";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Menu, MenuItem } from "#ui/kit/menu.tsx";
import { useProtectedDownload } from "#ui/shell/data/confirm-password.ts";
import type { ContactFilters } from "./queries.ts";

interface MoreMenuProps {
  filters: ContactFilters;
  onChoose: () => void;
  onTags: () => void;
  onUndoImport: () => void;
}

export function MoreMenu({ filters, onChoose, onTags, onUndoImport }: MoreMenuProps) {
  const { user } = useCurrentUser();
  const download = useProtectedDownload();
  return (
    <Menu trigger={<IconButton icon={Ellipsis} label="More contact actions" />}>
      <MenuItem icon={ListChecks} onSelect={onChoose}>
        Select Contacts
      </MenuItem>
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

export function isNarrowed({ q, state, tag }: ContactFilters): boolean {
  return q !== "" || state !== "all" || tag !== undefined;
}

/** The server streams an attachment, so the page stays. */
function exportHref({ q, state, tag }: ContactFilters): string {
  const params = new URLSearchParams({ state });
  if (q !== "") params.set("q", q);
  if (tag !== undefined) params.set("tag", String(tag));
  return `/api/contacts/export?${params}`;
}
