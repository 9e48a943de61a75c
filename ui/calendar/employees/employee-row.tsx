import { useQuery, useQueryClient } from "@tanstack/react-query";
import CalendarSync from "lucide-react/icons/calendar-sync";
import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import Ellipsis from "lucide-react/icons/ellipsis";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { type Employee, employees } from "#src/calendar/employees/contract.ts";
import { calendarFeeds } from "#src/calendar/feeds/contract.ts";
import { formatClock, toEnd, toTypedEnd } from "#src/shared/clock-time.ts";
import { useApi } from "#ui/api.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Button } from "#ui/kit/button.tsx";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Form } from "#ui/kit/form.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#ui/kit/menu.tsx";
import { CopyField } from "#ui/platform/settings/copy-field.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { read } from "#ui/shell/data/read.ts";
import { TimeInput } from "#ui/shell/fields/date-input.tsx";
import { DeleteEmployee } from "./delete-employee.tsx";

interface EmployeeRowProps {
  employee: Employee;
  place: number;
  isLast: boolean;
}

export function EmployeeRow({ employee, place, isLast }: EmployeeRowProps) {
  const { id, name } = employee;
  const [opened, setOpened] = useState<"hours" | "feed">();
  const [deleting, setDeleting] = useState(false);
  const move = useAct(employees.change, { errors: "Couldn't move the employee" });
  const moveTo = (displayOrder: number) => move.run({ params: { id }, body: { displayOrder } });
  const toggle = (part: "hours" | "feed") => setOpened(opened === part ? undefined : part);

  return (
    <li className="border-line border-t first:border-t-0">
      <div className="line-row">
        <Avatar id={id} name={name} />
        <div className="flex-1 min-w-0">
          <p className="h3 clip">{name}</p>
          <p className="sm dim num">{formatHours(employee)}</p>
        </div>
        <div className="flex flex-none items-center gap-1">
          <Button
            variant="quiet"
            size="tiny"
            aria-label={`Working hours of ${name}`}
            aria-expanded={opened === "hours"}
            onClick={() => toggle("hours")}
          >
            Hours
          </Button>
          <Menu trigger={<IconButton icon={Ellipsis} size="tiny" label={`More for ${name}`} />}>
            <MenuItem icon={CalendarSync} onSelect={() => toggle("feed")}>
              Calendar Address
            </MenuItem>
            {place > 0 && (
              <MenuItem icon={ChevronUp} onSelect={() => moveTo(place - 1)}>
                Move Up
              </MenuItem>
            )}
            {!isLast && (
              <MenuItem icon={ChevronDown} onSelect={() => moveTo(place + 1)}>
                Move Down
              </MenuItem>
            )}
            <MenuSeparator />
            <MenuItem icon={Trash2} bad onSelect={() => setDeleting(true)}>
              Delete
            </MenuItem>
          </Menu>
        </div>
      </div>
      {opened === "hours" && (
        <EmployeeHours employee={employee} onClose={() => setOpened(undefined)} />
      )}
      {opened === "feed" && <CalendarFeed employee={employee} />}
      {deleting && <DeleteEmployee employee={employee} onClose={() => setDeleting(false)} />}
    </li>
  );
}

function formatHours({ workStartTime, workEndTime }: Employee): string {
  if (workStartTime === null && workEndTime === null) return "The salon's hours";
  const from = workStartTime === null ? "opening" : formatClock(workStartTime);
  const to = workEndTime === null ? "closing" : formatClock(workEndTime);
  return `${from} to ${to}`;
}

const USUAL = { start: "09:00", end: "17:00" } as const;

/** Edited in its row. */
function EmployeeHours({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const [workStartTime, setStart] = useState(employee.workStartTime ?? USUAL.start);
  const [workEndTime, setEnd] = useState(toTypedEnd(employee.workEndTime ?? USUAL.end));
  const [tried, setTried] = useState(false);
  const save = useAct(employees.change, {
    done: "Working hours updated",
    onDone: onClose,
    errors: "Failed to update working hours",
  });
  const isInOrder = workStartTime < toEnd(workEndTime);
  const label = !isInOrder ? "End time must be after start time" : save.fieldErrors["workEndTime"];

  return (
    <Form
      className="grid gap-3 px-4 pb-4"
      aria-label={`Working hours of ${employee.name}`}
      onSubmit={() => {
        setTried(true);
        if (isInOrder)
          save.run({ params: { id: employee.id }, body: { workStartTime, workEndTime } });
      }}
    >
      <div className="grid grid-cols-2 gap-3">
        <Field label="Start time">
          <TimeInput value={workStartTime} onValueChange={setStart} />
        </Field>
        <Field label="End time" error={tried ? label : undefined}>
          <TimeInput value={workEndTime} onValueChange={setEnd} />
        </Field>
      </div>
      <div className="flex items-center gap-2 min-w-0 justify-end">
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={save.isPending && "Saving..."}>
          Save
        </Button>
      </div>
    </Form>
  );
}

/** Creates, copies, replaces and removes the secret address of an employee's calendar. */
function CalendarFeed({ employee }: { employee: Employee }) {
  const api = useApi();
  const client = useQueryClient();
  const params = { id: employee.id };
  const feedQuery = read(api, calendarFeeds.one, { params });
  const { data: feed } = useQuery(feedQuery);
  const { data: settings } = useQuery(shellSettingsQuery(api));
  const [asking, setAsking] = useState(false);
  const { queryKey } = feedQuery;
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
            Create Calendar Address
          </Button>
        )}
        {feed?.path && (
          <>
            <Button onClick={() => setAsking(true)}>New Address</Button>
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
        title="New Calendar Address"
        description="The old address will stop working. Calendars that use it won't update until you add the new one."
        action="Create New Address"
        busy={make.isPending && "Making..."}
        onConfirm={() => make.run({ params })}
      />
    </div>
  );
}
