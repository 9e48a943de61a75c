import { useQuery } from "@tanstack/react-query";
import { imports, type LastImport } from "#src/clients/contacts/import-contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { errorMessage, useApi } from "#ui/api.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { read } from "#ui/shell/data/read.ts";
import { useTimeZone } from "#ui/shell/format/business-time-zone.tsx";
import { formatShortDay, wallTime } from "#ui/shell/format/dates.ts";

/** Says what an undo will remove before it does. */
export function UndoImportDialog({ onClose }: { onClose: () => void }) {
  const timeZone = useTimeZone();
  const { data: last, error } = useQuery({
    ...read(useApi(), imports.last),
    // Counted on every request, because any text or booking changes it.
    staleTime: 0,
    gcTime: 0,
  });
  const undo = useAct(imports.undo, {
    done: ({ removed, kept }) => ({
      title: `${formatCount(removed, "contact")} removed`,
      ...(kept > 0 && { description: `${formatCount(kept, "contact")} kept` }),
    }),
    onDone: onClose,
    errors: "inline",
  });
  const removable = last ? last.contacts - last.active : 0;
  const description = error
    ? errorMessage(error)
    : last === undefined
      ? "Counting..."
      : describe(last, last ? day(last.at, timeZone) : "");

  return (
    <ConfirmDialog
      onClose={onClose}
      title="Undo Last Import"
      description={description}
      action={`Remove ${formatCount(removable, "Contact")}`}
      busy={undo.isPending && "Removing..."}
      error={undo.errorMessage}
      onConfirm={() => (removable > 0 ? undo.run() : onClose())}
    />
  );
}

function describe(last: LastImport | null, date: string): string {
  if (!last) return "There is no import to undo.";
  const kept =
    last.active > 0
      ? ` ${formatCount(last.active, "contact")} will stay because of later activity, such as a text, note, booking or edit.`
      : "";
  return `The import of ${date} created ${formatCount(last.contacts, "contact")}. Those without any activity since will be removed.${kept} Opt-outs stay on record. This action cannot be undone.`;
}

function day(iso: string, timeZone: string): string {
  return formatShortDay(wallTime(iso, timeZone), wallTime(Date.now(), timeZone));
}
