import { type ContactUpdate, contactUpdates } from "#src/clients/contact-updates/contract.ts";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";
import { formatPhone } from "#ui/shell/format/phone.ts";
import type { Applicable } from "./contact-choice.tsx";
import { newNameOf } from "./names.ts";

interface ApproveDialogProps {
  request: ContactUpdate;
  contact: Applicable;
  onClose: () => void;
  onDone: () => void;
}

export function ApproveDialog({ request, contact, onClose, onDone }: ApproveDialogProps) {
  const name = newNameOf(request);
  const phone = formatPhone(request.phoneNumber);

  return (
    <ActDialog
      act={contactUpdates.approve}
      input={{ params: { id: request.id }, body: { contactId: contact.id } }}
      done={{ title: "Contact updated", description: `${name}, ${phone}` }}
      onDone={onDone}
      busy="Updating..."
      onClose={onClose}
      harmless
      title="Update this contact?"
      description={
        <>
          <Change what="Name" from={formatPhone(contact.name)} to={name} />
          <Change what="Phone" from={formatPhone(contact.phoneNumber)} to={phone} />
          {contact.optedOut && (
            <span className="mt-2 block">
              This contact has opted out. The new number keeps its own opt-in or opt-out.
            </span>
          )}
        </>
      }
      action="Update Contact"
    />
  );
}

function Change({ what, from, to }: { what: string; from: string; to: string }) {
  return (
    <span className="mt-1 grid grid-cols-[3.5rem_minmax(0,1fr)] gap-2">
      <span className="faint">{what}</span>
      {from === to ? (
        <span className="num">
          {to} <span className="faint">(stays)</span>
        </span>
      ) : (
        <span className="num">
          <s className="faint">{from}</s> <span className="sr">becomes</span>{" "}
          <span className="font-label text-ink">{to}</span>
        </span>
      )}
    </span>
  );
}
