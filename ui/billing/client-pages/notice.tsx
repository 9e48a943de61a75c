import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApi } from "#ui/api.ts";
import { PublicPage } from "./public-page.tsx";
import { businessQuery } from "./queries.ts";

/** A page that only shows a message and how to get help. */
export function Notice({ title, children }: { title: string; children: ReactNode }) {
  const { data: business } = useQuery(businessQuery(useApi()));
  const help = [business?.phone, business?.email].filter(Boolean).join(" or ");
  return (
    <PublicPage title={title} short>
      <div className="grid gap-3">
        <p className="text-h1 dim">{children}</p>
        {help && <p className="dim">You can reach us at {help}.</p>}
      </div>
    </PublicPage>
  );
}
