import ArrowLeft from "lucide-react/icons/arrow-left";
import { useState } from "react";
import {
  type Candidate,
  type DeletionConflict,
  deletionConflicts,
} from "#src/calendar/deletion-conflicts/contract.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { aboutCancellation, NotifyBox, useNotify } from "#ui/calendar/appointments/notify-box.tsx";
import { ContactLink } from "#ui/clients/parts/contact-link.tsx";
import { MessageButton } from "#ui/clients/parts/message-button.tsx";
import { PhoneLink } from "#ui/clients/parts/phone-link.tsx";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { wallTime } from "#ui/shell/format/dates.ts";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { formatWallTime } from "#ui/shell/format/wall-time.ts";
import { ONLY_ALONE } from "#ui/shell/layout/panes.tsx";

interface ConflictPanelProps {
  conflict: DeletionConflict;
  isOnly: boolean;
  onClose: () => void;
}

export function ConflictPanel({ conflict, isOnly, onClose }: ConflictPanelProps) {
  const { id, clientName, contactId, phoneNumber, appointments, asked } = conflict;
  const [chosenId, setChosen] = useState<number>();
  const [asking, setAsking] = useState<"delete" | "keep">();
  const resolve = useAct(deletionConflicts.resolve, {
    done: "Appointment deleted",
    onDone() {
      // Nothing more is asked about it.
      setChosen(undefined);
      onClose();
    },
    errors: "inline",
  });
  const { user } = useCurrentUser();
  const { now, timeZone } = useBusinessTime();
  const today = wallTime(now, timeZone);
  const chosen = appointments.find((one) => one.id === chosenId);
  const notify = useNotify(chosen && aboutCancellation(chosen));
  const requested = [
    asked.service,
    asked.start && formatWallTime(asked.start, today),
    asked.employee && `with ${asked.employee}`,
  ].filter(Boolean);

  return (
    <section
      className="flex w-full max-w-170 flex-1 flex-col p-6 phone:p-4"
      aria-label={clientName}
    >
      <div className="flex items-start gap-3">
        {!isOnly && (
          <IconButton
            icon={ArrowLeft}
            label="Back to the conflicts"
            className={`-ml-2 ${ONLY_ALONE}`}
            onClick={onClose}
          />
        )}
        <div className="flex-1 min-w-0">
          <h2 className="h2 clip">
            {contactId ? <ContactLink id={contactId}>{clientName}</ContactLink> : clientName}
          </h2>
          {phoneNumber && <PhoneLink phoneNumber={phoneNumber} className="sm" />}
          <p className="sm dim">
            Another program asked <RelativeTime iso={conflict.createdAt} inline /> to delete{" "}
            {requested.length > 0 ? `an appointment (${requested.join(", ")})` : "an appointment"}.
          </p>
        </div>
        {contactId && user && mayOpen(user, "/inbox") && (
          <MessageButton contactId={contactId} barrier={undefined} iconFor={clientName} />
        )}
      </div>
      <fieldset className="mt-5">
        <legend className="eyebrow mb-1.5">
          {appointments.length === 1
            ? "Only one match remains. Is this it?"
            : "Which one should be deleted?"}
        </legend>
        <div className="card overflow-hidden">
          {appointments.map((candidate) => (
            <CandidateChoice
              key={candidate.id}
              candidate={candidate}
              when={formatWallTime(candidate.appointmentDate, today)}
              checked={candidate.id === chosenId}
              onChoose={() => setChosen(candidate.id)}
            />
          ))}
        </div>
      </fieldset>
      <div className="mt-4 flex flex-wrap justify-end gap-2 phone:[&>*]:w-full">
        <Button onClick={() => setAsking("keep")}>
          {appointments.length === 1 ? "Keep It" : "Keep All"}
        </Button>
        <Button variant="danger" disabled={!chosen} onClick={() => setAsking("delete")}>
          Delete Selected Appointment
        </Button>
      </div>
      <ConfirmDialog
        open={asking === "delete" && chosen !== undefined}
        onClose={() => setAsking(undefined)}
        title="Delete Selected Appointment"
        description={
          chosen &&
          `${chosen.service} with ${chosen.employee?.name ?? "Unknown"}, ${formatWallTime(chosen.appointmentDate, today)}, will be deleted.${appointments.length > 1 ? " The others will stay." : ""} This action cannot be undone.`
        }
        action="Delete"
        busy={resolve.isPending && "Deleting..."}
        error={resolve.errorMessage}
        onConfirm={() =>
          chosen &&
          resolve.run({
            params: { id },
            body: { appointmentId: chosen.id, notify: notify.isChecked },
          })
        }
      >
        <NotifyBox
          notify={notify}
          label="Text the client that the appointment is canceled"
          className="mt-3"
        />
      </ConfirmDialog>
      <ActDialog
        act={deletionConflicts.dismiss}
        input={{ params: { id } }}
        done="Nothing was deleted"
        onDone={onClose}
        busy="Keeping..."
        open={asking === "keep"}
        onClose={() => setAsking(undefined)}
        harmless
        title={appointments.length === 1 ? "Keep It" : "Keep All"}
        description="No appointment will be deleted, and this request will be removed from the list."
        action="Keep"
      />
    </section>
  );
}

interface CandidateChoiceProps {
  candidate: Candidate;
  when: string;
  checked: boolean;
  onChoose: () => void;
}

/** One appointment; the whole row selects it. */
function CandidateChoice({ candidate, when, checked, onChoose }: CandidateChoiceProps) {
  return (
    <label className="flex min-h-14 cursor-pointer items-center gap-3 border-line border-t px-4 py-2 first:border-t-0 hover:bg-hover has-checked:bg-select has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:-outline-offset-2 phone:px-3">
      <input type="radio" name="visit" className="check" checked={checked} onChange={onChoose} />
      <span className="min-w-0 flex-1">
        <span className="h3 num block">{when}</span>
        <span className="sm dim num wrap-anywhere">
          {candidate.service} with {candidate.employee?.name ?? "Unknown"},{" "}
          <span className="whitespace-nowrap">{candidate.durationMinutes} min</span>
        </span>
      </span>
    </label>
  );
}
