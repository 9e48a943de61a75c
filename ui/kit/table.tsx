import type { ReactNode } from "react";
import { Card } from "./card.tsx";
import { classes } from "./classes.ts";
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

interface ListColumn {
  readonly head: string;
  /** Only for screen readers, above buttons. */
  readonly hidden?: boolean;
  readonly headClass?: string;
  /** Sets the placeholder and the class of its cells. */
  readonly of: keyof typeof SKELETONS;
  readonly className?: string;
}

interface ListTableProps<Row> {
  label: string;
  /** Its columns need a desktop's width. */
  wide?: boolean;
  columns: readonly ListColumn[];
  /** Undefined while they load. */
  rows: readonly Row[] | undefined;
  children: (row: Row) => ReactNode;
}

/**
 * A list as a table. With less room the columns of class `fold` are left out, and what their cells said stands in elements
 * of class `folded`; with still less, rows are cards.
 */
export function ListTable<Row>({ label, wide, columns, rows, children }: ListTableProps<Row>) {
  return (
    <Card className="overflow-hidden">
      <Table label={label} className={classes("cards", wide && "wide")} busy={!rows}>
        <thead>
          <tr>
            {columns.map(({ head, hidden, headClass, of }) => (
              <th key={head} scope="col" className={classes(of === "number" && "r", headClass)}>
                {hidden ? <span className="sr">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows ? rows.map(children) : <SkeletonRows columns={columns} />}</tbody>
      </Table>
    </Card>
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
