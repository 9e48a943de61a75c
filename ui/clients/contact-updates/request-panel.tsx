import ArrowLeft from "lucide-react/icons/arrow-left";
import EyeOff from "lucide-react/icons/eye-off";
import { useState } from "react";
import { type ContactUpdate, contactUpdates } from "#src/clients/contact-updates/contract.ts";
import { seesClients } from "#src/shared/permissions.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Button } from "#ui/kit/button.tsx";
import { classes } from "#ui/kit/classes.ts";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { ONLY_ALONE } from "#ui/shell/layout/panes.tsx";
import { ApplyTo } from "./apply-to.tsx";
import { newNameOf } from "./names.ts";

interface RequestPanelProps {
  request: ContactUpdate;
  onClose: () => void;
}

export function RequestPanel({ request, onClose }: RequestPanelProps) {
  const { user } = useCurrentUser();
  const [rejecting, setRejecting] = useState(false);
  const name = newNameOf(request);
  const seesAll = user !== null && seesClients(user);

  return (
    <section
      className="mx-auto flex w-full max-w-170 flex-1 flex-col p-6 phone:p-4"
      aria-label={name}
    >
      <div className="flex flex-wrap items-center gap-3">
        <IconButton
          icon={ArrowLeft}
          label="Back to the requests"
          className={classes("-ml-2", ONLY_ALONE)}
          onClick={onClose}
        />
        <Avatar id={`request ${request.id}`} name={name} size="m" />
        <div className="min-w-40 flex-1">
          <h2 className="h2 clip">{name}</h2>
          <p className="sm dim num">
            {formatPhone(request.phoneNumber)}
            <span className="faint">
              {" · "}
              {request.username ? `from ${request.username}, ` : ""}
              <RelativeTime iso={request.createdAt} inline />
            </span>
          </p>
        </div>
        <div className="flex gap-2 phone:w-full phone:[&>*]:flex-1">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="quiet-bad" onClick={() => setRejecting(true)}>
            Reject Request
          </Button>
        </div>
      </div>
      {seesAll ? (
        <ApplyTo request={request} onDone={onClose} />
      ) : (
        <Note icon={EyeOff} className="mt-5">
          Client names or numbers are hidden from you, so someone else needs to choose the contact.
        </Note>
      )}
      <ActDialog
        act={contactUpdates.reject}
        input={{ params: { id: request.id } }}
        done="Request rejected"
        onDone={onClose}
        busy="Rejecting..."
        open={rejecting}
        onClose={() => setRejecting(false)}
        title="Reject Request"
        description={`No contact will be changed. The program can send a new request for "${name}".`}
        action="Reject Request"
      />
    </section>
  );
}
