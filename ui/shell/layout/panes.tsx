import type { ReactNode } from "react";
import { classes } from "#ui/kit/classes.ts";
import { Page } from "./page.tsx";

const ALONE =
  "phone:w-auto phone:flex-1 phone:border-0 @max-[640px]/panes:w-auto @max-[640px]/panes:flex-1 @max-[640px]/panes:border-0";
const HIDDEN = "phone:hidden @max-[640px]/panes:hidden";
/** For links back to the list where it is not visible. */
export const ONLY_ALONE = "hidden phone:inline-flex @max-[640px]/panes:inline-flex";

/** The first item is only opened next to the list. */
const NONE_OPEN =
  "phone:[&_[aria-current]]:bg-transparent! @max-[640px]/panes:[&_[aria-current]]:bg-transparent!";

interface PanesProps {
  label: string;
  title: string;
  list: ReactNode;
  /** An item is selected. Narrow screens then show its details in place of the list. */
  open: boolean;
  children: ReactNode;
}

/** A list with the details of its selected item. */
export function Panes({ label, title, list, open, children }: PanesProps) {
  return (
    <Page label={label} flush>
      <div className="@container/panes flex min-w-0 flex-1">
        <section
          className={classes(
            "flex min-h-0 w-[300px] min-w-0 flex-none @min-[900px]/panes:w-[360px] flex-col border-line border-r",
            ALONE,
            open ? HIDDEN : NONE_OPEN,
          )}
          aria-label={title}
        >
          <h2 className="h2 flex-none px-5 pt-4 pb-2 phone:px-4">{title}</h2>
          <div className="relative min-h-0 flex-1 overflow-auto px-2.5 pb-3 [scrollbar-width:thin] phone:px-2">
            {list}
          </div>
        </section>
        <div
          className={classes("flex min-h-0 min-w-0 flex-1 flex-col overflow-auto", !open && HIDDEN)}
        >
          {children}
        </div>
      </div>
    </Page>
  );
}
