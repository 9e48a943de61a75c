import { mayOpen, type Page, type Visitor } from "#src/shared/permissions.ts";
import { PUSH_KINDS, type PushKind } from "./contract.ts";

/** The page that shows the news; who may not open it is not told. */
const PAGES: Readonly<Record<PushKind, Page | "admin">> = {
  reply: "/inbox",
  request: "/potential-appointments",
  "missed-call": "/call-transcripts",
  alert: "admin",
};

export function mayHear(user: Visitor, kind: PushKind): boolean {
  const page = PAGES[kind];
  return page === "admin" ? user.role === "admin" : mayOpen(user, page);
}

export function kindsOf(user: Visitor): PushKind[] {
  return PUSH_KINDS.filter((kind) => mayHear(user, kind));
}
