import { useQuery } from "@tanstack/react-query";
import { useApi } from "#ui/api.ts";
import { businessQuery } from "./queries.ts";

/** The business that owns the page; undefined until it is known. */
export function useBusiness() {
  return useQuery(businessQuery(useApi())).data;
}

/** "(512) 555-0100 or hello@example.com", or as much of it as the business has. */
export function contactLine(business: ReturnType<typeof useBusiness>): string {
  return [business?.phone, business?.email].filter(Boolean).join(" or ");
}
