import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import type { Report } from "#src/messaging/campaigns/contract.ts";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { DetailScreen } from "#ui/shell/layout/detail-screen.tsx";
import { CampaignDialogs, useCampaignButtons } from "./campaign-dialogs.tsx";
import { FailureReasons } from "./failure-reasons.tsx";
import { HoursCard } from "./hours-card.tsx";
import { ReportFigures } from "./report-figures.tsx";
import { ReportHead } from "./report-head.tsx";
import { parseId, reportQuery } from "./report-queries.ts";
import { UnknownCard } from "./unknown-card.tsx";

export function ReportScreen() {
  const [pathname] = useLocation();
  const id = parseId(pathname);
  const query = useQuery(reportQuery(useApi(), id));
  return (
    <DetailScreen
      title="Campaign"
      list="/campaigns"
      listLabel="All campaigns"
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
      <div className="card grid min-h-45 content-start gap-4 p-5">
        <Skeleton width="40%" height={18} />
        <Skeleton width="25%" />
        <Skeleton width="60%" height={6} />
      </div>
      <div className="card grid h-24 gap-4 p-5">
        <Skeleton width="70%" />
      </div>
      <div className="card grid h-60 content-start gap-4 p-5">
        <Skeleton width="30%" />
      </div>
    </div>
  );
}
