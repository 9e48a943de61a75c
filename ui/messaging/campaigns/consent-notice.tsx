import { useQuery } from "@tanstack/react-query";
import ShieldCheck from "lucide-react/icons/shield-check";
import { Link } from "wouter";
import { offers } from "#src/clients/offers/contract.ts";
import { useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { formatCount } from "#ui/shell/format/plural.ts";
import { basesQuery, leftOutHref } from "./queries.ts";

/** Tells administrators, once after an upgrade, that campaigns no longer reach all clients. */
export function ConsentNotice() {
  const { data: bases } = useQuery(basesQuery(useApi()));
  const read = useAct(offers.readNotice, {});
  if (!bases?.isNew) return null;
  const left = bases.asked + bases.none;
  return (
    <Note icon={ShieldCheck} className="mb-4">
      <p className="font-medium">Campaigns now go to clients who agreed or came in</p>
      <p className="sm mt-1">
        They reach clients who agreed to offers, and clients with a visit or purchase in the last 18
        months: {formatCount(bases.agreed + bases.client, "client")} today.{" "}
        {left === 0
          ? "No one is left out."
          : `${formatCount(left, "client is", "clients are")} left out. If they agreed, select them in Contacts and record how.`}
      </p>
      <p className="mt-2.5 flex flex-wrap items-center gap-x-4 gap-y-2">
        {left > 0 && (
          <Link href={leftOutHref()} className="link sm underline">
            See who is left out
          </Link>
        )}
        <Button size="tiny" busy={read.isPending && "Closing..."} onClick={() => read.run()}>
          Got It
        </Button>
      </p>
    </Note>
  );
}
