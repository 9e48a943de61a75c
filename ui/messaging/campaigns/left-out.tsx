import { Link } from "wouter";
import { useCurrentUser } from "#ui/current-user.ts";
import { Switch } from "#ui/kit/switch.tsx";
import { formatCount } from "#ui/shell/format/plural.ts";
import { leftOutHref } from "./queries.ts";
import type { Recipients } from "./recipients.ts";

/** How many listed clients the campaign leaves out, and why. An administrator can include those who wrote or called. */
export function LeftOut({ recipients }: { recipients: Recipients }) {
  const { bases, tag, includeAsked, setIncludeAsked } = recipients;
  const { user } = useCurrentUser();
  if (!bases || bases.asked + bases.none === 0) return null;
  const asked = includeAsked ? 0 : bases.asked;
  const left = asked + bases.none;
  return (
    <div className="mt-2 grid flex-none gap-1.5">
      {left > 0 && (
        <p className="xs dim num">
          {formatCount(left, "client is", "clients are")} left out:{" "}
          {[
            bases.none > 0 && `${bases.none.toLocaleString("en-US")} never agreed to offers`,
            asked > 0 && `${asked.toLocaleString("en-US")} only wrote or called`,
          ]
            .filter(Boolean)
            .join(", ")}
          .{" "}
          <Link href={leftOutHref(tag?.id)} className="link underline">
            See them
          </Link>
        </p>
      )}
      {user?.role === "admin" && bases.asked > 0 && (
        <Switch
          checked={includeAsked}
          onChange={({ currentTarget }) => setIncludeAsked(currentTarget.checked)}
          aria-describedby="asked-hint"
        >
          <span className="sm">
            Include {formatCount(bases.asked, "client")} who only wrote or called
          </span>
        </Switch>
      )}
      {includeAsked && (
        <p id="asked-hint" className="hint wait" role="status">
          They never agreed to offers. The law asks for consent first, and they may complain.
        </p>
      )}
    </div>
  );
}
