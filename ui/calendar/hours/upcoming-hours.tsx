import CalendarClock from "lucide-react/icons/calendar-clock";
import Trash2 from "lucide-react/icons/trash-2";
import type { Weekly } from "#src/shared/working-hours.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { formatFullDay } from "#ui/shell/format/dates.ts";

interface UpcomingHoursProps {
  upcoming: readonly { readonly from: string; readonly weekly: Weekly | null }[];
  onRemove: (from: string) => void;
}

/** The changes that begin later. */
export function UpcomingHours({ upcoming, onRemove }: UpcomingHoursProps) {
  if (upcoming.length === 0) return null;
  return (
    <ul aria-label="Later hours" className="border-line border-t">
      {upcoming.map(({ from, weekly }) => (
        <li key={from} className="flex items-center gap-2 min-w-0 px-4 py-2">
          <Icon of={CalendarClock} />
          <span className="sm flex-1 min-w-0">
            {weekly === null ? "The salon's hours" : "Other hours"} from {formatFullDay(from)}
          </span>
          <IconButton
            icon={Trash2}
            label={`Remove the hours from ${formatFullDay(from)}`}
            onClick={() => onRemove(from)}
          />
        </li>
      ))}
    </ul>
  );
}
