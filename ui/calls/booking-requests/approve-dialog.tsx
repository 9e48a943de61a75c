import { useQuery } from "@tanstack/react-query";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { PotentialAppointment } from "#src/calls/booking-requests/contract.ts";
import { useApi } from "#ui/api.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { BookingFields } from "./booking-fields.tsx";
import { type BookingValues, resolver, valuesOf } from "./booking-values.ts";
import { nameOf } from "./names.ts";
import { TextPreview } from "./text-preview.tsx";
import { useApprove } from "./use-approve.ts";

interface ApproveDialogProps {
  request: PotentialAppointment;
  onClose: () => void;
}

export function ApproveDialog({ request, onClose }: ApproveDialogProps) {
  const { data: employees } = useQuery(employeesQuery(useApi()));
  const [way, setWay] = useState<"book" | "mark">("book");
  const form = useForm<BookingValues>({ resolver, defaultValues: valuesOf(request) });
  const { approve, isPending, clash, clearClash } = useApprove(request, form, onClose);
  const said = [request.preferredDate, request.preferredTime].filter((one) => one !== "");

  return (
    <FormDialog
      title={`Approve ${formatPhone(nameOf(request))}`}
      description={`${request.requestedService}. Asked for: ${said.join(" · ") || "any time"}.`}
      action={way === "mark" ? "Approve" : clash ? "Book Anyway" : "Book Appointment"}
      busy={isPending && (way === "book" ? "Booking..." : "Approving...")}
      onSubmit={(event) =>
        way === "book" ? form.handleSubmit(approve)(event) : approve(undefined)
      }
      onClose={onClose}
    >
      <Segmented
        label="How to approve"
        className="w-full [&>*]:flex-1"
        value={way}
        onValueChange={setWay}
        options={[
          { value: "book", label: "Book it" },
          { value: "mark", label: "Only mark as approved" },
        ]}
      />
      {way === "book" ? (
        <>
          <BookingFields form={form} employees={employees} onChange={clearClash} />
          <TextPreview form={form} employees={employees} phone={request.callerPhone} />
        </>
      ) : (
        <p className="dim">
          This won't book anything or send a text. Use it for visits you booked elsewhere.
        </p>
      )}
      {clash && way === "book" && (
        <Note tone="wait" icon={TriangleAlert} role="alert">
          {clash} You can still book it.
        </Note>
      )}
    </FormDialog>
  );
}
