import { startTransition, useEffect, useState } from "react";

/** More than the tallest windows show. */
const FIRST = 30;

/**
 * The rows that a page begins with. The server sends these, and the browser adds the others right
 * after in a transition: rendering a hundred contacts took two thirds of the page's time on the server.
 */
export function useFirstRows<Row>(rows: readonly Row[]): readonly Row[];
export function useFirstRows<Row>(rows: readonly Row[] | undefined): readonly Row[] | undefined;
export function useFirstRows<Row>(rows: readonly Row[] | undefined): readonly Row[] | undefined {
  const [isFirst, setFirst] = useState(true);
  useEffect(() => startTransition(() => setFirst(false)), []);
  return isFirst ? rows?.slice(0, FIRST) : rows;
}
