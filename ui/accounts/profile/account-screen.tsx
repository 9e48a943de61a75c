import { useQuery } from "@tanstack/react-query";
import LogOut from "lucide-react/icons/log-out";
import Monitor from "lucide-react/icons/monitor";
import Smartphone from "lucide-react/icons/smartphone";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { account, PasswordChangeForm, type Session } from "#src/accounts/profile/contract.ts";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Badge } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Glyph } from "#ui/kit/glyph.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Input } from "#ui/kit/input.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { resolverOf } from "#ui/shell/form/form.ts";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { EmailCard } from "./email-card.tsx";
import { Moment } from "./moment.tsx";
import { PushCard } from "./push-card.tsx";
import { accountQuery } from "./queries.ts";
import { SecondFactorCard } from "./second-factor-card.tsx";

export function AccountScreen() {
  const query = useQuery(accountQuery(useApi()));
  const { data: account, error } = query;
  const { user } = useCurrentUser();
  return (
    <>
      <Bar title="Your Account" />
      <Page label="Your Account">
        <div className="grid max-w-190 gap-4">
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

const EMPTY = { currentPassword: "", password: "", confirmation: "" };

function PasswordCard({ username }: { username: string }) {
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: resolverOf(PasswordChangeForm),
    defaultValues: EMPTY,
  });
  const { errors } = formState;

  const change = useAct(account.changePassword, {
    done: { title: "Password changed", description: "Your other sessions have ended." },
    onDone: () => reset(),
    errors: { setError },
  });

  return (
    <Card id="password" aria-label="Password">
      <CardHead title="Password" />
      <CardBody>
        <form
          className="grid grid-cols-2 gap-4 @max-[560px]/page:grid-cols-1"
          noValidate
          onSubmit={handleSubmit(({ currentPassword, password }) =>
            change.run({ body: { currentPassword, password } }),
          )}
        >
          {/* Password managers look for the username that belongs to the password. */}
          <input type="text" autoComplete="username" value={username} readOnly hidden />
          <Field
            label="Current password"
            className="col-span-full"
            error={errors.currentPassword?.message}
          >
            <Input
              {...register("currentPassword")}
              type="password"
              autoComplete="current-password"
            />
          </Field>
          <Field label="New password" hint="At least 6 characters" error={errors.password?.message}>
            <Input {...register("password")} type="password" autoComplete="new-password" />
          </Field>
          <Field label="Confirm password" error={errors.confirmation?.message}>
            <Input {...register("confirmation")} type="password" autoComplete="new-password" />
          </Field>
          <div className="flex items-center gap-2 min-w-0 flex-wrap col-span-full">
            <Button type="submit" busy={change.isPending && "Saving..."}>
              Change Password
            </Button>
            <span className="hint">You'll be signed out everywhere else.</span>
          </div>
        </form>
      </CardBody>
    </Card>
  );
}

function SessionsCard({ sessions }: { sessions: readonly Session[] }) {
  const [ending, setEnding] = useState<Session | "others">();
  const close = () => setEnding(undefined);
  return (
    <Card id="sessions" aria-label="Sessions">
      <CardHead title="Sessions">
        {sessions.length > 1 && (
          <Button variant="quiet" size="tiny" onClick={() => setEnding("others")}>
            End All Others
          </Button>
        )}
      </CardHead>
      <ul>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
        ))}
      </ul>
      {ending === "others" && (
        <ActDialog
          act={account.endOtherSessions}
          input={undefined}
          done="All other sessions ended"
          busy="Ending..."
          onClose={close}
          title="End All Other Sessions"
          description="You'll need to sign in again everywhere else."
          action="End All Others"
        />
      )}
      {ending && ending !== "others" && (
        <ActDialog
          act={account.endSession}
          input={{ params: { id: ending.id } }}
          done="Session ended"
          busy="Ending..."
          onClose={close}
          title="End This Session"
          description={`You'll need to sign in again on ${ending.device}.`}
          action="End Session"
        />
      )}
    </Card>
  );
}

const PHONES = /iPhone|iPad|Android/;

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { device, ip, signedInAt, lastSeenAt, current } = session;
  return (
    <li className="line-row min-h-[61px]">
      <Glyph icon={PHONES.test(device) ? Smartphone : Monitor} />
      <div className="flex-1 min-w-0">
        <div className="h3">{device}</div>
        <div className="sm dim num wrap-anywhere">
          {ip && `${ip} · `}
          Signed in <Moment iso={signedInAt} />
        </div>
      </div>
      {current ? (
        <Badge>This device</Badge>
      ) : (
        <>
          <span className="sm faint num text-right @max-[560px]/page:hidden">
            <span className="sr">Last seen: </span>
            <RelativeTime iso={lastSeenAt} />
          </span>
          <IconButton
            icon={LogOut}
            label={`End the session of ${device}`}
            size="tiny"
            onClick={onEnd}
          />
        </>
      )}
    </li>
  );
}
