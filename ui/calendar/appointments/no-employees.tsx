import CalendarDays from "lucide-react/icons/calendar-days";
import { Link } from "wouter";
import { buttonClass } from "#ui/kit/button-class.ts";
import { EmptyState } from "#ui/kit/empty-state.tsx";

export function NoEmployees({ isAdmin }: { isAdmin: boolean }) {
  return (
    <div className="grid flex-1 place-items-center p-4">
      <EmptyState
        level={2}
        icon={CalendarDays}
        title="No employees found."
        action={
          isAdmin && (
            <Link href="/settings/salon#employees" className={buttonClass({})}>
              Open Settings
            </Link>
          )
        }
      >
        Add employees in Settings to start tracking appointments.
      </EmptyState>
    </div>
  );
}
