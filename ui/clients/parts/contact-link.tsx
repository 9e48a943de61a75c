import type { ReactNode } from "react";
import { Link } from "wouter";
import { mayOpen } from "#src/shared/permissions.ts";
import { useCurrentUser } from "#ui/current-user.ts";

/** A contact's name, with a link for users who may open Contacts. */
export function ContactLink({ id, children }: { id: number; children: ReactNode }) {
  const { user } = useCurrentUser();
  if (!user || !mayOpen(user, "/contacts")) return children;
  return (
    <Link href={`/contacts/${id}`} className="hover:underline">
      {children}
    </Link>
  );
}
