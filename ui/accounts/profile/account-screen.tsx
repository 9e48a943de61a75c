import { useQuery } from "@tanstack/react-query";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { EmailCard } from "./email-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { PushCard } from "./push-card.tsx";
import { accountQuery } from "./queries.ts";
import { SecondFactorCard } from "./second-factor-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";

export function AccountScreen() {
  const query = useQuery(accountQuery(useApi()));
  const { data: account, error } = query;
  const { user } = useCurrentUser();
  return (
    <>
      <Bar title="Your account" />
      <Page label="Your account">
        <div className="mx-auto grid max-w-190 gap-4">
          {account && (
            <>
              <div className="flex items-center gap-3 pb-1">
                <Avatar id={user?.id ?? ""} name={account.username.slice(0, 1)} />
                <div className="min-w-0">
                  <p className="h2 wrap-anywhere">{account.username}</p>
                  <p className="sm dim wrap-anywhere">{account.email}</p>
                </div>
              </div>
              <EmailCard canMail={account.canMail} />
              <PasswordCard username={account.username} />
              <SecondFactorCard secondFactor={account.secondFactor} />
              <PushCard />
              <SessionsCard sessions={account.sessions} />
            </>
          )}
          {!account && error && <LoadFailed query={query} />}
          {!account &&
            !error &&
            [188, 232, 132, 180, 190].map((height) => (
              <div key={height} className="card" style={{ height }}>
                <div className="head">
                  <Skeleton width={120} />
                </div>
              </div>
            ))}
        </div>
      </Page>
    </>
  );
}
