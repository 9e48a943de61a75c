import type { LucideIcon } from "lucide-react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import type { Tone } from "./tone.ts";

/** An icon on its ground, where a row about a thing has what a row about a person has in Avatar. */
export function Glyph({ icon, tone }: { icon: LucideIcon; tone?: Tone | undefined }) {
  return (
    <span className={classes("glyph", tone)}>
      <Icon of={icon} />
    </span>
  );
}
