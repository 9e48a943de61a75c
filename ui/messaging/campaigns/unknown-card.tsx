import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { type Campaign, campaigns } from "#src/messaging/campaigns/contract.ts";
import type { Resolution, UnknownList } from "#src/messaging/campaigns/unknown-contract.ts";
import { formatNumber } from "#src/shared/format-count.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { MoreButton } from "#ui/shell/data/load-more.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatClock, formatShortDay, wallTime } from "#ui/shell/format/dates.ts";
import { reportQuery, unknownQuery } from "./report-queries.ts";

type Recipient = UnknownList["recipients"][number];

export function UnknownCard({ campaign, isAdmin }: { campaign: Campaign; isAdmin: boolean }) {
  const list = useInfiniteQuery(unknownQuery(useApi(), campaign.id));
  const resolve = useResolve(campaign.id);
  const [again, setAgain] = useState<Recipient>();
  const card = useScrolledTo("#unknown");
  const rows = list.data?.pages.flatMap((page) => page.recipients);

  return (
    <Card ref={card} id="unknown" className="scroll-mt-6" aria-label="Couldn't be confirmed">
      <CardHead title="Couldn't be confirmed">
        <span className="chip num mr-2">{formatNumber(campaign.unknownCount)}</span>
      </CardHead>
      <CardBody className="grid gap-2 border-line border-b">
        <p className="sm dim">
          We lost the connection while sending these, and Twilio's records don't show whether they
          went out. {!isAdmin && "An administrator can resolve them."}
        </p>
        {isAdmin && <Meanings />}
      </CardBody>
      {list.error && !rows ? (
        <CardBody>
          <LoadFailed query={list} />
        </CardBody>
      ) : (
        <ul aria-busy={rows === undefined}>
          {rows?.map((recipient) => (
            <UnknownRow
              key={recipient.id}
              recipient={recipient}
              isAdmin={isAdmin}
              busy={resolve.resolvingId === recipient.id}
              onResolve={(as) =>
                as === "send-again" ? setAgain(recipient) : resolve.run(recipient.id, as)
              }
            />
          )) ?? (
            <li className="line-row">
              <Skeleton width="40%" />
            </li>
          )}
        </ul>
      )}
      {list.hasNextPage && (
        <CardBody className="flex justify-center border-line border-t">
          <MoreButton list={list} />
        </CardBody>
      )}
      <ConfirmDialog
        open={again !== undefined}
        onClose={() => setAgain(undefined)}
        title="Send Again"
        description={`If the first text arrived, ${again ? formatPhone(again.name ?? again.phoneNumber) : "the client"} will get it twice.`}
        action="Send Again"
        onConfirm={() => {
          if (again) resolve.run(again.id, "send-again");
          setAgain(undefined);
        }}
      />
    </Card>
  );
}

function Meanings() {
  return (
    <dl className="xs faint grid grid-cols-[auto_1fr] gap-x-2 gap-y-0.5">
      <dt className="dim font-label">It Arrived</dt>
      <dd>It will count as sent.</dd>
      <dt className="dim font-label">Send Again</dt>
      <dd>We'll send it again, even if the first one arrived.</dd>
      <dt className="dim font-label">Leave It</dt>
      <dd>Nothing is sent, and it will count as failed.</dd>
    </dl>
  );
}

/** Scrolls to this section when a link points to it, which the browser does not do after client navigation. */
function useScrolledTo(hash: string) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (location.hash === hash) element.current?.scrollIntoView();
  }, [hash]);
  return element;
}

const DONE: Record<Resolution, string> = {
  arrived: "Counted as sent",
  "send-again": "Sending it again",
  leave: "Counted as failed",
};

function useResolve(campaignId: number) {
  const api = useApi();
  const client = useQueryClient();
  const { run, isPending, variables } = useAct(campaigns.resolve, {
    done: (_, { body }) => DONE[body.as],
    onDone: (campaign) =>
      client.setQueryData(
        reportQuery(api, campaignId).queryKey,
        (report) => report && { ...report, campaign },
      ),
  });
  return {
    run: (id: number, as: Resolution) => run({ params: { id }, body: { as } }),
    resolvingId: isPending ? variables?.params.id : undefined,
  };
}

interface UnknownRowProps {
  recipient: UnknownList["recipients"][number];
  isAdmin: boolean;
  busy: boolean;
  onResolve: (as: Resolution) => void;
}

const ACTIONS = [
  { as: "arrived", label: "It Arrived" },
  { as: "send-again", label: "Send Again" },
  { as: "leave", label: "Leave It" },
] as const satisfies { as: Resolution; label: string }[];

function UnknownRow({ recipient, isAdmin, busy, onResolve }: UnknownRowProps) {
  const { now, timeZone } = useBusinessTime();
  const { contactId, name, phoneNumber, at, reason } = recipient;
  const named = name !== null && name !== phoneNumber ? name : null;
  const then = wallTime(at, timeZone);
  return (
    <li className="line-row flex-wrap">
      <Avatar id={contactId ?? 0} name={named} />
      <div className="min-w-50 flex-1">
        <p className="flex items-center gap-2 min-w-0 flex-wrap gap-x-2 gap-y-0">
          <Name recipient={recipient} label={named ?? formatPhone(phoneNumber)} />
          {named && <span className="sm dim num">{formatPhone(phoneNumber)}</span>}
        </p>
        <p className="xs faint num">
          {formatShortDay(then, wallTime(now, timeZone))}, {formatClock(then)} · {reason}
        </p>
      </div>
      {isAdmin && (
        <div className="flex items-center gap-2 min-w-0 phone:w-full phone:*:flex-1">
          {ACTIONS.map(({ as, label }) => (
            <Button
              key={as}
              size="tiny"
              variant={as === "leave" ? "quiet" : "secondary"}
              disabled={busy}
              onClick={() => onResolve(as)}
            >
              {label}
              <span className="sr"> {named ?? phoneNumber}</span>
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}

function Name({ recipient, label }: { recipient: UnknownRowProps["recipient"]; label: string }) {
  const { user } = useCurrentUser();
  if (recipient.contactId === null || !user || !mayOpen(user, "/contacts"))
    return <span className="h3">{label}</span>;
  return (
    <Link
      href={`/contacts/${recipient.contactId}`}
      className="h3 inline-flex min-h-6 items-center hover:underline"
    >
      {label}
    </Link>
  );
}
