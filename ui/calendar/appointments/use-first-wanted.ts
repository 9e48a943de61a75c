import { useQuery } from "@tanstack/react-query";
import { availability, MAX_AVAILABILITY_DAYS } from "#src/calendar/availability/contract.ts";
import type { PreferredTimes } from "#src/shared/preferred-times.ts";
import { addDays, dayOf } from "#src/shared/wall-time.ts";
import { useApi } from "#ui/api.ts";
import { read } from "#ui/shell/data/read.ts";
import type { Asked } from "./another-time.tsx";

interface FirstWantedOptions {
  readonly asked: Asked;
  readonly today: string;
  readonly wanted: PreferredTimes | undefined;
  readonly isWanted: (start: string) => boolean;
}

/** The first day on which a client wants a free time, or else from which they want one. */
export function useFirstWanted({ asked, today, wanted, isWanted }: FirstWantedOptions) {
  const from = wanted && wanted.from > today ? wanted.from : today;
  const last = addDays(from, MAX_AVAILABILITY_DAYS - 1);
  const to = wanted && wanted.to < last ? wanted.to : last;
  const { data, isLoading } = useQuery({
    ...read(useApi(), availability.slots, { query: { ...asked, from, to } }),
    enabled: wanted !== undefined && from <= to,
  });
  const first = wanted && data?.slots.find(({ start }) => isWanted(start));
  return { isPending: isLoading, day: first ? dayOf(first.start) : wanted && from };
}
