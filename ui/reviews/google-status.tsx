import { useQuery } from "@tanstack/react-query";
import CircleAlert from "lucide-react/icons/circle-alert";
import Unplug from "lucide-react/icons/unplug";
import { Link } from "wouter";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { buttonClass } from "#ui/kit/button-class.ts";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { connectionQuery } from "./queries.ts";

const SETTINGS = "/settings/assistant#google";

/** The source of the reviews, and when they were fetched. */
export function LastFetched() {
  const { data } = useQuery(connectionQuery(useApi()));
  if (!data || (data.source === "none" && data.lastFetchedAt === null)) return null;
  const from = data.source === "place" ? "The newest 5 from Google Maps" : data.businessName;
  return (
    <p className="sm faint min-w-0 phone:w-full">
      {from && <>{from} · </>}
      {data.lastFetchedAt === null ? (
        "Not fetched yet"
      ) : (
        <>
          Last fetched: <RelativeTime iso={data.lastFetchedAt} inline />
        </>
      )}
    </p>
  );
}

/** Why no new reviews arrive, above the existing ones. */
export function GoogleProblem() {
  const { data } = useQuery(connectionQuery(useApi()));
  const isAdmin = useCurrentUser().user?.role === "admin";
  if (!data || (data.source !== "none" && data.problem === null)) return null;
  return (
    <Note tone={data.problem ? "bad" : "wait"} icon={data.problem ? CircleAlert : Unplug}>
      {data.problem ?? "Google isn't connected, so new reviews won't appear here."}{" "}
      {isAdmin ? (
        <Link className="font-label underline" href={SETTINGS}>
          Open Settings
        </Link>
      ) : (
        data.source === "none" && "An administrator can connect it in Settings."
      )}
    </Note>
  );
}

export function NotConnected() {
  const isAdmin = useCurrentUser().user?.role === "admin";
  return (
    <EmptyState
      icon={Unplug}
      title="Google isn't connected"
      action={
        isAdmin && (
          <Link className={buttonClass({ variant: "primary" })} href={SETTINGS}>
            Connect Google
          </Link>
        )
      }
    >
      {isAdmin
        ? "Connect your business account to see your Google reviews here."
        : "Your Google reviews will appear here once an administrator connects Google in Settings."}
    </EmptyState>
  );
}
