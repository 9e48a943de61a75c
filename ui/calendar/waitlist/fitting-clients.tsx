import { useQuery } from "@tanstack/react-query";
import Hourglass from "lucide-react/icons/hourglass";
import { Link } from "wouter";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import { waitlist } from "#src/calendar/waitlist/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Note } from "#ui/kit/notice.tsx";
import { read } from "#ui/shell/data/read.ts";

const SHOWN = 3;

interface FittingProps {
  appointment: Appointment;
}

/** Before a visit is canceled or moved: that others are offered its time. */
export function WaitlistHint({
  appointment,
  time = "this time",
}: FittingProps & { time?: string }) {
  const entries = useFitting(appointment);
  if (entries.length === 0) return null;
  return <p className="sm dim mt-3">We'll offer {time} to the waitlist.</p>;
}

/** Who on the waitlist could take a canceled visit's time. They are offered it by text, one after the other. */
export function FittingClients({ appointment }: FittingProps) {
  const entries = useFitting(appointment);
  if (entries.length === 0) return null;
  const names = entries.slice(0, SHOWN).map(({ clientName }) => formatPhone(clientName));
  const others = entries.length - names.length;
  return (
    <Note icon={Hourglass} role="status">
      On the <Link href="/waitlist">waitlist</Link> for this time, in their order:{" "}
      {names.join(", ")}
      {others > 0 && ` and ${others} more`}. We text them one after the other until someone takes
      it.
    </Note>
  );
}

function useFitting({ id }: Appointment) {
  const { user } = useCurrentUser();
  const { data: entries = [] } = useQuery({
    ...read(useApi(), waitlist.fitting, { params: { id } }),
    enabled: user !== null && mayOpen(user, "/waitlist"),
  });
  return entries;
}
