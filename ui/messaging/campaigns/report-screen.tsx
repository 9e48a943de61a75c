import { useQuery } from "@tanstack/react-query";
import BellOff from "lucide-react/icons/bell-off";
import CalendarCheck from "lucide-react/icons/calendar-check";
import CheckCheck from "lucide-react/icons/check-check";
import CircleAlert from "lucide-react/icons/circle-alert";
import MessageCircle from "lucide-react/icons/message-circle";
import Receipt from "lucide-react/icons/receipt";
import Send from "lucide-react/icons/send";
import WalletCards from "lucide-react/icons/wallet-cards";
import { Link, useLocation } from "wouter";
import type { Report } from "#src/messaging/campaigns/contract.ts";
import { BOOKED_WITHIN_MS } from "#src/shared/constants.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { formatNumber } from "#src/shared/format-count.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { parseCents } from "#src/shared/money.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { Meter } from "#ui/kit/meter.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { Stat } from "#ui/kit/stat.tsx";
import { StatStrip } from "#ui/kit/stat-strip.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { DetailScreen } from "#ui/shell/layout/detail-screen.tsx";
import { CampaignDialogs, useCampaignButtons } from "./campaign-dialogs.tsx";
import { HoursCard } from "./hours-card.tsx";
import { formatTotal, microsOf, percentOf } from "./rates.ts";
import { ReportHead } from "./report-head.tsx";
import { parseId, reportQuery } from "./report-queries.ts";
import { UnknownCard } from "./unknown-card.tsx";

export function ReportScreen() {
  const [pathname] = useLocation();
  const id = parseId(pathname);
  const query = useQuery(reportQuery(useApi(), id));
  return (
    <DetailScreen
      title={query.data?.campaign.name ?? "Campaign"}
      list="/campaigns"
      listLabel="Campaigns"
      query={query}
      skeleton={<ReportSkeleton />}
    >
      {(report) => <CampaignReport key={id} report={report} />}
    </DetailScreen>
  );
}

function CampaignReport({ report }: { report: Report }) {
  const { campaign } = report;
  const { user } = useCurrentUser();
  const [, navigate] = useLocation();
  const { opened, close, remove, sendNow, actions } = useCampaignButtons();
  if (!user) return null;

  const isAdmin = user.role === "admin";
  return (
    <div className="grid gap-4">
      <ReportHead
        campaign={campaign}
        isAdmin={isAdmin}
        actions={{
          ...actions,
          duplicate: ({ id }) => navigate(`/campaigns?new=1&from=${id}`),
        }}
      />
      {campaign.status !== "draft" && (
        <>
          <ReportFigures report={report} />
          {campaign.unknownCount > 0 && <UnknownCard campaign={campaign} isAdmin={isAdmin} />}
          <HoursCard hours={report.hours} />
          <FailureReasons report={report} />
        </>
      )}
      <CampaignDialogs
        opened={opened}
        user={user}
        onRemove={(one) => {
          navigate("/campaigns");
          remove(one);
        }}
        onSendNow={sendNow}
        onClose={close}
      />
    </div>
  );
}

function ReportSkeleton() {
  return (
    <div className="grid gap-4" aria-busy="true">
      <div className="card grid min-h-45 content-start gap-4 p-4">
        <Skeleton width="40%" height={18} />
        <Skeleton width="25%" />
        <Skeleton width="60%" height={6} />
      </div>
      <div className="card grid h-22 gap-4 p-4">
        <Skeleton width="70%" />
      </div>
      <div className="card grid h-60 content-start gap-4 p-4">
        <Skeleton width="30%" />
      </div>
    </div>
  );
}

function ReportFigures({ report }: { report: Report }) {
  const { sentCount, deliveredCount, failedCount, replyCount, optOutCount, totalRecipients } =
    report.campaign;
  const share = (part: number) => `${percentOf(part, sentCount)}% of those sent`;
  return (
    <StatStrip>
      <Bookings report={report} />
      <Stat
        icon={Send}
        label="Sent"
        figure={sentCount}
        note={`of ${formatNumber(totalRecipients)}`}
      />
      <Stat
        icon={CheckCheck}
        label="Delivered"
        figure={deliveredCount}
        note={share(deliveredCount)}
      />
      <Stat icon={CircleAlert} label="Failed" figure={failedCount} note="reasons below" />
      <Stat icon={MessageCircle} label="Replies" figure={replyCount} note={share(replyCount)} />
      <Stat icon={BellOff} label="Opt-outs" figure={optOutCount} note={share(optOutCount)} />
      <Cost report={report} />
    </StatStrip>
  );
}

/** What came of the campaign, before what it did. */
function Bookings({ report: { bookings, bookedValue, hours } }: { report: Report }) {
  const { now } = useBusinessTime();
  const currency = useCurrency();
  const { user } = useCurrentUser();
  if (bookings === 0 || !user) return null;
  const lastSent = hours.findLast(({ sent }) => sent > 0)?.at ?? 0;
  const isCounting = now < new Date(lastSent).getTime() + BOOKED_WITHIN_MS;
  return (
    <>
      <Stat
        icon={CalendarCheck}
        label="Bookings"
        figure={bookings}
        note={`in ${BOOKED_WITHIN_MS / DAY_MS} days${isCounting ? " so far" : ""}`}
      />
      {mayOpen(user, "/reports") && (
        <Stat
          icon={WalletCards}
          label="Worth"
          figure={parseCents(bookedValue) ?? 0}
          format={() => formatAmount(bookedValue, currency)}
          note="at list prices"
        />
      )}
    </>
  );
}

/** What was charged; until then, what was planned. */
function Cost({ report: { plannedCost, realCost, pricedCount, campaign } }: { report: Report }) {
  const planned = formatTotal(microsOf(plannedCost));
  return (
    <Stat
      icon={Receipt}
      label="Cost"
      figure={microsOf(realCost ?? plannedCost)}
      format={formatTotal}
      note={
        realCost === null
          ? "planned, not charged yet"
          : pricedCount < campaign.sentCount
            ? `for ${formatNumber(pricedCount)} so far, ${planned} planned`
            : `${planned} planned`
      }
    />
  );
}

function FailureReasons({ report: { failures, held, campaign } }: { report: Report }) {
  const ended = campaign.status === "completed";
  return (
    <Card aria-label="Not delivered">
      <CardHead title="Not delivered" />
      <CardBody>
        {failures.length === 0 ? (
          <p className="sm dim">
            {ended
              ? "No texts failed, and no one was skipped."
              : "No texts have failed so far, and no one was skipped."}
          </p>
        ) : (
          <ul className="grid gap-3.5">
            {failures.map(({ kind, reason, count }) => (
              <li key={`${kind} ${reason}`} className="grid gap-1.5">
                <div className="flex items-center gap-2 min-w-0 sm">
                  <span className="flex-1 min-w-0">{reason}</span>
                  <span className={`xs flex-none ${kind === "failed" ? "bad" : "off"}`}>
                    {kind === "failed" ? "Failed" : "Skipped"}
                  </span>
                  <b className="num w-14 flex-none text-right font-label">{formatNumber(count)}</b>
                </div>
                <Meter
                  label={`${formatNumber(count)}: ${reason}`}
                  percent={(count / Math.max(1, campaign.totalRecipients)) * 100}
                  tone={kind === "failed" ? "bad" : "off"}
                />
              </li>
            ))}
          </ul>
        )}
        {held.length > 0 && (
          <p className="sm mt-4">
            May have opted out; choose what they meant in the inbox:{" "}
            {held.map(({ contactId, name, conversationId }, at) => (
              <span key={contactId}>
                {at > 0 && ", "}
                {conversationId === null ? (
                  formatPhone(name)
                ) : (
                  <Link className="link" href={`/inbox?c=${conversationId}`}>
                    {formatPhone(name)}
                  </Link>
                )}
              </span>
            ))}
          </p>
        )}
      </CardBody>
    </Card>
  );
}
