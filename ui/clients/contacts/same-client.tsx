import Merge from "lucide-react/icons/merge";
import UsersRound from "lucide-react/icons/users-round";
import type { Client } from "#src/clients/profile/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { seesNames, seesPhones } from "#src/shared/permissions.ts";
import { ContactLink } from "#ui/clients/parts/contact-link.tsx";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { momentAt, wallTime } from "#ui/shell/format/dates.ts";
import { formatWallTime } from "#ui/shell/format/wall-time.ts";
import type { ClientDialog } from "./client-dialogs.tsx";
import { useUndoMerge } from "./undo-merge.ts";

interface SameClientProps {
  contact: Client;
  onOpen: (dialog: ClientDialog) => void;
}

/** A merge that can still be undone, and contacts that may be the same client. */
export function SameClient({ contact, onOpen }: SameClientProps) {
  const { user } = useCurrentUser();
  const { now, timeZone } = useBusinessTime();
  const undo = useUndoMerge();
  const { merged, similar } = contact;
  if (!user || !seesNames(user) || !seesPhones(user)) return null;
  return (
    <>
      {merged && (
        <Note icon={Merge} className="mb-4">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <p className="min-w-50 flex-1 wrap-anywhere">
              Merged with {formatPhone(merged.name)}. You can undo this until{" "}
              {formatWallTime(momentAt(merged.undoUntil, timeZone), wallTime(now, timeZone))}.
            </p>
            <Button
              size="tiny"
              busy={undo.isPending && "Undoing..."}
              onClick={() => undo.run({ params: { id: contact.id } })}
            >
              Undo Merge
            </Button>
          </div>
        </Note>
      )}
      {similar.map((other) => (
        <p key={other.id} className="sm dim mb-4 flex flex-wrap items-center gap-x-2 gap-y-1">
          <Icon of={UsersRound} />
          <span className="wrap-anywhere">
            Maybe the same client as{" "}
            <ContactLink id={other.id}>{formatPhone(other.name)}</ContactLink>
          </span>
          <Button variant="quiet" size="tiny" onClick={() => onOpen({ mergeWith: other })}>
            Merge With…
          </Button>
        </p>
      ))}
    </>
  );
}
