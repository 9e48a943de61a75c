import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { subscriptions } from "#src/billing/subscriptions/contract.ts";
import { useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { resolverOf } from "#ui/shell/form/form.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { dayAt, formatShortDay, wallTime } from "#ui/shell/format/dates.ts";
import { usageQuery } from "./queries.ts";

/** Past uses, and a form to record the next one. */
export function UsagePart({ id }: { id: number }) {
  const query = useQuery(usageQuery(useApi(), id));
  const { data: usage, error } = query;
  const { now, timeZone } = useBusinessTime();
  const today = wallTime(now, timeZone);
  return (
    <section className="grid gap-3" aria-label="Usage">
      <h3 className="h2">Usage</h3>
      <MarkUsage id={id} today={dayAt(now, timeZone)} />
      {error && !usage && <LoadFailed query={query} />}
      {!usage && !error && <Skeleton width="60%" />}
      {usage?.length === 0 && <p className="dim sm">Not used yet</p>}
      {usage && usage.length > 0 && (
        <ul className="card">
          {usage.map((one) => (
            <li key={one.id} className="line-row">
              <b className="num w-24 flex-none font-label">
                {formatShortDay(wallTime(`${one.usedDate}T12:00:00Z`, "UTC"), today)}
              </b>
              <span className="flex-1 min-w-0 wrap-anywhere">{one.notes}</span>
              <span className="xs faint">{one.createdByUsername ?? "a former user"}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function MarkUsage({ id, today }: { id: number; today: string }) {
  const { register, handleSubmit, setError, resetField, formState } = useForm({
    resolver: resolverOf(subscriptions.markUsage.body),
    defaultValues: { usedDate: today, notes: "" },
  });
  const marking = useAct(subscriptions.markUsage, {
    done: "Usage marked",
    onDone: () => resetField("notes"),
    errors: { setError },
  });
  const save = handleSubmit((body) => {
    if (body.usedDate > today) setError("usedDate", { message: "Date can't be in the future" });
    else marking.run({ params: { id }, body });
  });

  return (
    <form
      className="grid items-start gap-3 min-[600px]:grid-cols-[10rem_1fr_auto]"
      noValidate
      onSubmit={save}
    >
      <Field label="Date" error={formState.errors.usedDate?.message}>
        <Input type="date" max={today} {...register("usedDate")} />
      </Field>
      <Field label="Notes (optional)" error={formState.errors.notes?.message}>
        <Input maxLength={1000} autoComplete="off" {...register("notes")} />
      </Field>
      <Button
        type="submit"
        className="beside min-[600px]:mt-6"
        busy={marking.isPending && "Saving..."}
      >
        Mark Usage
      </Button>
    </form>
  );
}
