import Check from "lucide-react/icons/check";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleDashed from "lucide-react/icons/circle-dashed";
import FlaskConical from "lucide-react/icons/flask-conical";
import type { Settings } from "#src/platform/settings/contract.ts";
import { Badge } from "#ui/kit/badge.tsx";
import { type Connection, isSimulated } from "./connections.ts";

interface ConnectionBadgeProps {
  connection: Connection;
  settings: Settings;
  /** The last test failed. */
  refused?: boolean;
}

export function ConnectionBadge({ connection, settings, refused }: ConnectionBadgeProps) {
  if (isSimulated(connection, settings))
    return (
      <Badge tone="accent" icon={FlaskConical}>
        Simulated
      </Badge>
    );
  if (!connection.isSetUp(settings))
    return (
      <Badge tone="off" icon={CircleDashed}>
        Not set up
      </Badge>
    );
  return refused ? (
    <Badge tone="bad" icon={CircleAlert}>
      Not working
    </Badge>
  ) : (
    <Badge tone="good" icon={Check}>
      Connected
    </Badge>
  );
}

/** In the head of a card. */
export function CardBadge(props: ConnectionBadgeProps) {
  return (
    <span className="mr-1 flex">
      <ConnectionBadge {...props} />
    </span>
  );
}
