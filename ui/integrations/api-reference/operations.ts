import type { ApiDocument, Operation } from "#src/platform/api-document/contract.ts";

export interface OneOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The requests whose address, name or access contains the term, by tag. */
export function toGroups({ paths }: ApiDocument, term: string) {
  const wanted = term.trim().toLowerCase();
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): OneOperation => ({
        method: method.toUpperCase(),
        path,
        operation,
      }),
    ),
  );
  const matching = all.filter(({ method, path, operation }) =>
    `${method} ${path} ${operation.summary} ${operation.description}`
      .toLowerCase()
      .includes(wanted),
  );
  const groups = Map.groupBy(matching, ({ operation }) => operation.tags[0] ?? "");
  return [...groups].map(([tag, operations]) => ({ tag, operations }));
}
