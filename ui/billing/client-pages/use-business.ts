import { useQuery } from "@tanstack/react-query";
import { useApi } from "#ui/api.ts";
import { businessQuery } from "./queries.ts";

/** The business that owns the page; undefined until it is known. */
export function useBusiness() {
  return useQuery(businessQuery(useApi())).data;
}
