import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { Skeleton } from "./skeleton.tsx";

interface TableProps {
  label: string;
  busy?: boolean | undefined;
  className?: string | undefined;
  /** <thead> and <tbody>; cells of numbers carry the class `r`. */
  children: ReactNode;
}

export function Table({ label, busy, className, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="table-scroll" tabIndex={0} aria-label={label}>
      <table className={classes("table", className)} aria-busy={busy}>
        {children}
      </table>
    </section>
  );
}

interface SortHeadProps {
  /** Undefined: sorted by another column. */
  sort: "ascending" | "descending" | undefined;
  onSort: () => void;
  numeric?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

export function SortHead({ sort, onSort, numeric, className, children }: SortHeadProps) {
  return (
    <th scope="col" aria-sort={sort} className={classes(numeric && "r", className)}>
      <button type="button" onClick={onSort}>
        {children}
        {sort && <Icon of={sort === "ascending" ? ChevronUp : ChevronDown} size="s" />}
      </button>
    </th>
  );
}

interface SkeletonRowsProps {
  rows?: number | undefined;
  /** One per column: the placeholder's width and the cells' class. */
  columns: readonly { of: keyof typeof SKELETONS; className?: string | undefined }[];
}

export function SkeletonRows({ rows = 6, columns }: SkeletonRowsProps) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row of nothing cannot be focused
    <tr key={row} aria-hidden="true">
      {columns.map(({ of, className }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns do not move
        <td key={at} className={classes(of === "number" && "r", className)}>
          {SKELETONS[of]}
        </td>
      ))}
    </tr>
  ));
}

const SKELETONS = {
  person: (
    <div className="flex items-center min-w-0 gap-2.5">
      <Skeleton width={24} height={24} round />
      <Skeleton width={120} />
    </div>
  ),
  text: <Skeleton width={70} />,
  badge: <Skeleton width={64} height={20} />,
  number: <Skeleton width={48} />,
  nothing: null,
};
