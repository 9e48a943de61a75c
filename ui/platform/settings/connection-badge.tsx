import Check from "lucide-react/icons/check";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleDashed from "lucide-react/icons/circle-dashed";
import FlaskConical from "lucide-react/icons/flask-conical";
import type { Settings } from "#src/platform/settings/contract.ts";
import { LookBadge } from "#ui/kit/badge.tsx";
import type { Tone } from "#ui/kit/tone.ts";
import { type Connection, isSimulated } from "./connections.ts";

interface ConnectionBadgeProps {
  connection: Connection;
  settings: Settings;
  /** Whether the last test failed. */
  refused?: boolean;
}

const BADGES = {
  simulated: ["accent", FlaskConical, "Simulated"],
  missing: ["off", CircleDashed, "Not set up"],
  refused: ["bad", CircleAlert, "Not working"],
  connected: ["good", Check, "Connected"],
} as const;

export function ConnectionBadge(props: ConnectionBadgeProps) {
  return <LookBadge look={BADGES[stateOf(props)]} />;
}

/** The badge's tone; undefined for a connection that is not set up. */
export function glyphTone(props: ConnectionBadgeProps): Tone | undefined {
  const state = stateOf(props);
  return state === "missing" ? undefined : BADGES[state][0];
}

function stateOf({ connection, settings, refused }: ConnectionBadgeProps): keyof typeof BADGES {
  if (isSimulated(connection, settings)) return "simulated";
  if (!connection.isSetUp(settings)) return "missing";
  return refused ? "refused" : "connected";
}
