import { AUDIT_PAGE, type AuditPageReply, MAX_OFFSET } from "#src/platform/audit/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import type { AuditQuery } from "./queries.ts";

interface PagerProps {
  filters: AuditQuery;
  list: AuditPageReply;
  onGo: (place: { page: string; cursor: string }) => void;
}

/** Pages by number up to the limit, then by the previous page's cursor. */
export function Pager({ filters: { page }, list, onGo }: PagerProps) {
  const from = (page - 1) * AUDIT_PAGE;
  const last = from + list.logs.length;
  const isLast = list.nextCursor === null;
  if (list.logs.length === 0 && page === 1 && isLast) return null;

  function go(to: number) {
    const numbered = (to - 1) * AUDIT_PAGE <= MAX_OFFSET;
    // A page that ended its search early continues from where it stopped.
    const full = list.logs.length === AUDIT_PAGE;
    const cursor = to > page && (!numbered || !full) ? list.nextCursor : null;
    onGo({ page: to === 1 ? "" : String(to), cursor: cursor ?? "" });
    document.querySelector(".page")?.scrollTo({ top: 0 });
  }

  return (
    <nav className="mt-4 flex flex-wrap items-center gap-3" aria-label="Pages">
      <p className="sm faint num flex-1 min-w-0" role="status">
        {list.logs.length > 0 &&
          `Showing ${number(from + 1)}-${number(last)} of ${formatTotal(list, last)} logs`}
      </p>
      <Button disabled={page === 1} onClick={() => go(previousOf(page))}>
        Previous
      </Button>
      <Button disabled={isLast} onClick={() => go(page + 1)}>
        Next
      </Button>
    </nav>
  );
}

/** Only numbered pages lead backwards. */
function previousOf(page: number): number {
  return Math.min(page - 1, MAX_OFFSET / AUDIT_PAGE + 1);
}

function formatTotal({ total, totalIsExact, nextCursor }: AuditPageReply, last: number): string {
  if (totalIsExact) return number(total);
  // The count covers the searched entries: at the end, that is the total.
  return nextCursor === null
    ? number(Math.max(total, last))
    : `more than ${number(Math.max(total, last))}`;
}

function number(n: number): string {
  return n.toLocaleString("en-US");
}
