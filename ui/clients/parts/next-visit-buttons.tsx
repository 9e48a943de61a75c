import CalendarClock from "lucide-react/icons/calendar-clock";
import CircleDollarSign from "lucide-react/icons/circle-dollar-sign";
import { type ComponentProps, useState } from "react";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import type { Client } from "#src/clients/profile/contract.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { dayOf, type WallTime } from "#src/shared/wall-time.ts";
import { MarkArrived } from "#ui/calendar/parts/mark-arrived.tsx";
import { isDue, isNow } from "#ui/calendar/parts/visit-times.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { momentAt } from "#ui/shell/format/dates.ts";
import { useUiState } from "#ui/ui-state.ts";

const ChangeVisit = lazyDialog(
  async () => (await import("#ui/calendar/appointments/change-visit.tsx")).ChangeVisit,
);

interface NextVisitButtonsProps {
  visit: Appointment;
  client: Client;
}

/** Whether the visit's own button takes the payment: on its day. On other days, earlier visits may be unpaid. */
export function isPayable(
  { appointmentDate, status, payment }: Appointment,
  now: WallTime,
): boolean {
  return (
    dayOf(appointmentDate) === dayOf(now) && status !== "requested" && payment?.status !== "paid"
  );
}

export function NextVisitButtons({ visit, client }: NextVisitButtonsProps) {
  const { user } = useCurrentUser();
  const { now, timeZone } = useBusinessTime();
  const moment = momentAt(now, timeZone);
  const isCurrent = isNow(visit, moment);
  const { paying } = useUiState();
  const [change, setChange] =
    useState<Pick<ComponentProps<typeof ChangeVisit>, "visit" | "begin">>();
  const open = (begin?: "move" | "cancel") => setChange({ visit, begin });
  const mayChange = user !== null && mayOpen(user, "/appointments");
  const isRequest = visit.status === "requested";
  return (
    <div className="flex flex-wrap gap-2 px-4 pb-4 pl-21 phone:pl-4 phone:*:flex-1">
      {mayChange && isDue(visit, moment) && <MarkArrived visit={visit} name={client.name} />}
      {mayChange && (
        <Button
          icon={CalendarClock}
          onClick={() => open(isRequest || isCurrent ? undefined : "move")}
        >
          {isRequest ? "Approve or Decline" : isCurrent ? "Open Visit" : "Reschedule"}
        </Button>
      )}
      {isPayable(visit, moment) && (
        <Button
          icon={CircleDollarSign}
          onClick={() => {
            paying.value = { appointmentId: visit.id };
          }}
        >
          Take Payment
        </Button>
      )}
      {mayChange && !isRequest && !isCurrent && (
        <Button variant="quiet-bad" className="phone:min-w-full" onClick={() => open("cancel")}>
          Cancel Visit
        </Button>
      )}
      {change && <ChangeVisit {...change} onClose={() => setChange({ visit: undefined })} />}
    </div>
  );
}
