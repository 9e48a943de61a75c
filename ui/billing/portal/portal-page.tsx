import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import LogOut from "lucide-react/icons/log-out";
import type { ComponentProps, ReactNode } from "react";
import { Redirect, useLocation } from "wouter";
import type { Endpoint } from "#src/shared/endpoint.ts";
import { errorMessage } from "#ui/api.ts";
import { Notice } from "#ui/billing/client-pages/notice.tsx";
import { PublicPage } from "#ui/billing/client-pages/public-page.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { removeReads } from "#ui/shell/data/read.ts";

interface PortalPageProps<Session, Item> extends ComponentProps<typeof Logout> {
  title: string;
  heading: string;
  session: Pick<UseQueryResult<Session | null>, "data" | "error">;
  /** Read once the client is known. */
  list: Pick<UseQueryResult<readonly Item[]>, "data" | "error">;
  intro: (session: Session) => string;
  item: (item: Item) => ReactNode;
  /** Shown when there are no items. */
  empty: ReactNode;
  children?: ReactNode;
}

/** What a signed-in client has; others are sent to sign in. */
export function PortalPage<Session, Item>(props: PortalPageProps<Session, Item>) {
  const { title, session, list, item } = props;
  if (session.data === null) return <Redirect to={props.loginPath} replace />;
  if (session.error) return <Notice title={title}>{errorMessage(session.error)}</Notice>;
  if (!session.data) return <PublicPage title={title}>{null}</PublicPage>;
  return (
    <PublicPage title={title} intro={props.intro(session.data)}>
      <div className="flex items-center gap-2 min-w-0">
        <h2 className="pub-title flex-1 min-w-0">{props.heading}</h2>
        <Logout logout={props.logout} loginPath={props.loginPath} readsBelow={props.readsBelow} />
      </div>
      {list.error && !list.data && <p className="bad">{errorMessage(list.error)}</p>}
      {!list.data && !list.error && <Skeleton height={180} />}
      {list.data?.map(item)}
      {list.data?.length === 0 && props.empty}
      {props.children}
    </PublicPage>
  );
}

interface LogoutProps {
  logout: () => Promise<Endpoint<string, undefined, undefined, undefined, undefined, void>>;
  loginPath: string;
  /** Where the portal's data was read; it is removed with the session. */
  readsBelow: string;
}

function Logout({ logout, loginPath, readsBelow }: LogoutProps) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const leaving = useAct(logout, {
    done: "Logged Out",
    onDone() {
      navigate(loginPath, { replace: true });
      removeReads(client, readsBelow);
    },
  });
  return (
    <Button
      icon={LogOut}
      busy={leaving.isPending && "Signing out..."}
      onClick={() => leaving.run()}
    >
      Sign out
    </Button>
  );
}
