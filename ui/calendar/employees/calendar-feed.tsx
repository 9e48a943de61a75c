import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { calendarFeeds } from "#src/calendar/feeds/contract.ts";
import { useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { CopyField } from "#ui/platform/settings/copy-field.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { feedQuery } from "./employee-queries.ts";

/** Creates, copies, replaces and removes the secret address of an employee's calendar. */
export function CalendarFeed({ employee }: { employee: Employee }) {
  const api = useApi();
  const client = useQueryClient();
  const { data: feed } = useQuery(feedQuery(api, employee.id));
  const { data: settings } = useQuery(shellSettingsQuery(api));
  const [asking, setAsking] = useState(false);
  const params = { id: employee.id };
  const queryKey = feedQuery(api, employee.id).queryKey;
  const make = useAct(calendarFeeds.create, {
    done: "Calendar address ready",
    onDone(next) {
      client.setQueryData(queryKey, next);
      setAsking(false);
    },
  });
  const remove = useAct(calendarFeeds.remove, {
    done: "Calendar address removed",
    onDone: () => client.setQueryData(queryKey, { path: null }),
  });

  return (
    <div className="grid gap-3 px-4 pb-4">
      <p className="sm dim">
        Shows {employee.name}'s appointments in a calendar app: times, services, and clients as
        “Ruth A.” Anyone with the address can see them.
      </p>
      {feed?.path && (
        <CopyField
          label={`Calendar address of ${employee.name}`}
          base={settings?.publicUrl ?? location.origin}
          path={feed.path}
        />
      )}
      <div className="flex items-center gap-2 min-w-0 flex-wrap">
        {feed?.path === null && (
          <Button busy={make.isPending && "Making..."} onClick={() => make.run({ params })}>
            Create a calendar address
          </Button>
        )}
        {feed?.path && (
          <>
            <Button onClick={() => setAsking(true)}>New address</Button>
            <Button
              variant="quiet-bad"
              busy={remove.isPending && "Removing..."}
              onClick={() => remove.run({ params })}
            >
              Remove
            </Button>
          </>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="New calendar address"
        description="The old address will stop working. Calendars that use it won't update until you add the new one."
        action="Create a new address"
        busy={make.isPending && "Making..."}
        onConfirm={() => make.run({ params })}
      />
    </div>
  );
}
