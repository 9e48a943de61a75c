import LogOut from "lucide-react/icons/log-out";
import Monitor from "lucide-react/icons/monitor";
import Smartphone from "lucide-react/icons/smartphone";
import type { Session } from "#src/accounts/profile/contract.ts";
import { Badge } from "#ui/kit/badge.tsx";
import { Glyph } from "#ui/kit/glyph.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { Moment } from "./moment.tsx";

const PHONES = /iPhone|iPad|Android/;

export function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
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
