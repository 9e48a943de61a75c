import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import ArrowLeft from "lucide-react/icons/arrow-left";
import EyeOff from "lucide-react/icons/eye-off";
import UserRoundPen from "lucide-react/icons/user-round-pen";
import { useState } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { contactUpdates, type ListedUpdate } from "#src/clients/contact-updates/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { seesClients } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Button } from "#ui/kit/button.tsx";
import { classes } from "#ui/kit/classes.ts";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";
import { useAllPages } from "#ui/shell/data/all-pages.ts";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { ONLY_ALONE, Panes } from "#ui/shell/layout/panes.tsx";
import { waitingUpdatesQuery } from "#ui/shell/layout/pending-queries.ts";
import { ApplyTo } from "./apply-to.tsx";
import { Becomes, newNameOf } from "./becomes.tsx";
import { parseChosenId, updatesQuery } from "./queries.ts";

const HOME = "/contact-updates";

export function ContactUpdatesScreen() {
  const api = useApi();
  const list = useInfiniteQuery(updatesQuery(api));
  const { rows: requests } = useAllPages(list);
  const { error } = list;
  const { data: count } = useQuery(waitingUpdatesQuery(api));
  const [, navigate] = useLocation();
  const id = parseChosenId(useSearch());
  const opened = requests?.find((request) => request.id === id);
  // Where the list has the whole width, several requests wait to be chosen.
  const chosen = opened ?? requests?.[0];
  const waiting = count ?? requests?.length;

  return (
    <>
      <Bar title="Contact Updates" />
      <Panes
        label="Contact Updates"
        title={`Pending Requests (${waiting ?? 0})`}
        open={opened !== undefined || requests?.length === 1}
        list={
          error && !requests ? (
            <LoadFailed query={list} className="m-1.5" />
          ) : (
            <RequestList requests={requests} chosen={chosen?.id} />
          )
        }
      >
        {chosen && (
          <RequestPanel
            key={chosen.id}
            request={chosen}
            isOpened={opened !== undefined}
            onClose={() => navigate(HOME)}
          />
        )}
      </Panes>
    </>
  );
}

interface RequestListProps {
  /** Undefined while they load. */
  requests: readonly ListedUpdate[] | undefined;
  chosen: number | undefined;
}

function RequestList({ requests, chosen }: RequestListProps) {
  const { user } = useCurrentUser();
  const mayChoose = user !== null && seesClients(user);
  if (!requests) return <LoadingRequests />;
  if (requests.length === 0)
    return (
      <EmptyState level={3} icon={UserRoundPen} title="No pending requests">
        Changes that other programs request will appear here.
      </EmptyState>
    );
  return (
    <ul>
      {requests.map((request) => (
        <li key={request.id}>
          <Link
            href={`/contact-updates?r=${request.id}`}
            className="flex gap-3 rounded-md px-2.5 py-2.5 -outline-offset-2 hover:bg-hover aria-[current]:bg-select"
            aria-current={request.id === chosen ? "true" : undefined}
          >
            <Avatar id={`request ${request.id}`} name={newNameOf(request)} size="m" />
            <span className="flex-1 min-w-0">
              <span className="flex items-start gap-2 min-w-0">
                <span className="flex-1 min-w-0">
                  <Becomes className="h3" {...namesOf(request)} />
                </span>
                <RelativeTime iso={request.createdAt} compact className="xs faint num flex-none" />
              </span>
              <Becomes className="sm dim num" {...phonesOf(request)} />
              {mayChoose && !request.contact && (
                <span className="xs faint block">Choose which contact this is</span>
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The client's name, now and after the update. */
function namesOf(request: ListedUpdate) {
  const to = formatPhone(newNameOf(request));
  return { from: request.contact ? formatPhone(request.contact.name) : to, to };
}

function phonesOf({ contact, phoneNumber }: ListedUpdate) {
  return { from: formatPhone(contact?.phoneNumber ?? phoneNumber), to: formatPhone(phoneNumber) };
}

const WIDTHS = [150, 120, 165];

function LoadingRequests() {
  return (
    <div aria-busy="true">
      {WIDTHS.map((width) => (
        <div key={width} className="flex gap-3 px-2.5 py-2.5">
          <Skeleton width={40} height={40} round />
          <div className="flex flex-col justify-center gap-2">
            <Skeleton width={width} />
            <Skeleton width={width * 0.7} />
          </div>
        </div>
      ))}
    </div>
  );
}

interface RequestPanelProps {
  request: ListedUpdate;
  /** The address names it, so there is something to leave. */
  isOpened: boolean;
  onClose: () => void;
}

function RequestPanel({ request, isOpened, onClose }: RequestPanelProps) {
  const { user } = useCurrentUser();
  const [rejecting, setRejecting] = useState(false);
  const name = newNameOf(request);
  const seesAll = user !== null && seesClients(user);
  const others = (
    <>
      {isOpened && (
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      )}
      <Button onClick={() => setRejecting(true)}>Reject Request</Button>
    </>
  );

  return (
    <section className="flex w-full max-w-170 flex-1 flex-col p-6 phone:p-4" aria-label={name}>
      <div className="flex flex-wrap items-center gap-3">
        {isOpened && (
          <IconButton
            icon={ArrowLeft}
            label="Back to the requests"
            className={classes("-ml-2", ONLY_ALONE)}
            onClick={onClose}
          />
        )}
        <Avatar id={`request ${request.id}`} name={name} size="m" />
        <div className="min-w-40 flex-1">
          <h2 className="h2 clip">{name}</h2>
          <p className="sm dim num">
            {formatPhone(request.phoneNumber)}
            {"\u00a0· "}
            <span className="faint">
              from another program, <RelativeTime iso={request.createdAt} inline />
            </span>
          </p>
        </div>
      </div>
      {seesAll ? (
        <ApplyTo request={request} onDone={onClose}>
          {others}
        </ApplyTo>
      ) : (
        <>
          <Note icon={EyeOff} className="mt-5">
            Client names or numbers are hidden from you, so someone else needs to choose the
            contact.
          </Note>
          <div className="mt-5 flex justify-end gap-2 phone:[&>*]:flex-1">{others}</div>
        </>
      )}
      <ActDialog
        act={contactUpdates.reject}
        input={{ params: { id: request.id } }}
        done="Request rejected"
        onDone={onClose}
        busy="Rejecting..."
        open={rejecting}
        onClose={() => setRejecting(false)}
        title="Reject Request"
        description={`No contact will be changed. The program can send a new request for "${name}".`}
        action="Reject Request"
      />
    </section>
  );
}
