import type { LucideIcon } from "lucide-react";
import CircleAlert from "lucide-react/icons/circle-alert";
import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import type { Tone } from "./tone.ts";

interface NoteProps {
  tone?: Exclude<Tone, "busy" | "off"> | undefined;
  icon: LucideIcon;
  /** `alert` when it appears in response to an action; omitted for static notes. */
  role?: "status" | "alert" | undefined;
  className?: string | undefined;
  children: ReactNode;
}

export function Note({ tone, icon, role, className, children }: NoteProps) {
  return (
    <div className={classes("note", tone, className)} role={role}>
      <Icon of={icon} />
      <div className="flex-1 min-w-0">{children}</div>
    </div>
  );
}

/** What went wrong; with `role="alert"` when it answers an action. */
export function ErrorNote(props: Pick<NoteProps, "role" | "className" | "children">) {
  return <Note tone="bad" icon={CircleAlert} {...props} />;
}
