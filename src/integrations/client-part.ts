import type { ClientPart } from "#src/app.ts";
import { clearRequestsOfClient } from "./zapier/request-log.ts";

export const requestsOfClient: ClientPart = {
  tables: ["webhook_calls"],
  erase: clearRequestsOfClient,
};
