import { useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, useEffect, useEffectEvent } from "react";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { appointments } from "#src/calendar/appointments/contract.ts";
import { seesClients } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { refresh } from "#ui/shell/data/read.ts";
import { DaySheets } from "./day-sheet.tsx";
import { PhoneWeek } from "./phone-week.tsx";

interface LateViewsProps extends ComponentProps<typeof PhoneWeek> {
  isWeek: boolean;
  today: string;
}

/** What the calendar needs once it stands: the week on a phone, sheets for printing, and missing numbers. */
export function LateViews({ isWeek, today, ...week }: LateViewsProps) {
  const { user } = useCurrentUser();
  useMatchPhones(user, week.days.at(0) ?? today, week.days.at(-1) ?? today);
  return (
    <>
      {isWeek && <PhoneWeek {...week} />}
      <DaySheets lanes={week.lanes} today={today} />
    </>
  );
}

/** Fills in numbers for clients known by name when other days come into view, if the user may see both. */
function useMatchPhones(user: CurrentUser | null, startDate: string, endDate: string) {
  const api = useApi();
  const client = useQueryClient();
  const may = user !== null && seesClients(user);
  const match = useEffectEvent(async (days: { startDate: string; endDate: string }) => {
    // Optional: nothing waits for it, and failures are ignored.
    const { matched } = await api(appointments.matchPhones, { body: days }).catch(() => ({
      matched: 0,
    }));
    if (matched > 0) await refresh(client, "appointments");
  });

  useEffect(() => {
    if (may) void match({ startDate, endDate });
  }, [may, startDate, endDate]);
}
