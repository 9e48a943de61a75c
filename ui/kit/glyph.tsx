import type { LucideIcon } from "lucide-react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import type { Tone } from "./tone.ts";

/** An icon on a colored ground: the counterpart of Avatar for things. */
export function Glyph({ icon, tone }: { icon: LucideIcon; tone?: Tone | undefined }) {
  return (
    <span className={classes("glyph", tone)}>
      <Icon of={icon} />
    </span>
  );
}
