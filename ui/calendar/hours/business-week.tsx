import Check from "lucide-react/icons/check";
import { type BusinessHours, hours } from "#src/calendar/hours/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { UpcomingHours } from "./upcoming-hours.tsx";
import { WeekForm } from "./week-form.tsx";

export function BusinessWeek({ hours: saved }: { hours: BusinessHours }) {
  const save = useAct(hours.saveBusiness, { done: "Hours saved", errors: "Failed to save hours" });
  const confirm = useAct(hours.confirm, { done: "Hours confirmed" });
  const remove = useAct(hours.removeUpcoming, { done: "Change removed" });
  return (
    <>
      <WeekForm
        saved={saved.weekly}
        isSaving={save.isPending}
        onSave={(weekly, from) => save.run({ body: { weekly, from } })}
      >
        {!saved.reviewed && (
          <Button
            icon={Check}
            busy={confirm.isPending && "Saving..."}
            onClick={() => confirm.run()}
          >
            Looks Right
          </Button>
        )}
      </WeekForm>
      <UpcomingHours
        upcoming={saved.upcoming}
        onRemove={(from) => remove.run({ params: { from } })}
      />
    </>
  );
}
