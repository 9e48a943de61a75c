import type { Query, QueryClient } from "@tanstack/react-query";
import { readsResource } from "#ui/shell/data/read.ts";
import { createNotifier } from "#ui/shell/layout/new-text-notifier.ts";
import type { Api } from "./api.ts";

const LOCK = "parlor-events";
const CHANNEL = "parlor-events";
const RECONNECT_MS = 2_000;

interface Change {
  readonly resource: string;
  readonly ids: readonly string[];
}

/**
 * Refetches changed data. All tabs share one EventSource, because plain HTTP allows six connections
 * per host: the tab that holds the lock listens and informs the others.
 */
export function followServerEvents(
  client: QueryClient,
  api: Api,
  /** The screens were rendered before the connection, so they may be stale. */
  waited: boolean,
  onBuild: (build: string) => void,
): void {
  // Called only in the listening tab.
  const onChange = createNotifier(api);
  const channel = new BroadcastChannel(CHANNEL);
  const apply = (change: Change | "all") => {
    if (change !== "all" && change.resource === "build") {
      onBuild(change.ids[0] ?? "");
      return;
    }
    const filter =
      change === "all"
        ? {}
        : { predicate: (query: Query) => readsResource(query, change.resource) };
    client.invalidateQueries(filter).catch(() => undefined);
  };
  channel.onmessage = ({ data }: MessageEvent<Change | "all">) => apply(data);

  const publish = (change: Change | "all") => {
    apply(change);
    channel.postMessage(change);
    if (change !== "all") onChange(change.resource);
  };
  if (!navigator.locks) {
    listen(publish, waited);
    return;
  }
  navigator.locks
    .request(LOCK, () => new Promise<never>(() => listen(publish, waited)))
    .catch(() => undefined);
}

function listen(publish: (change: Change | "all") => void, waited = false): void {
  const signedIn = () => document.querySelector("[data-signed-in]") !== null;
  if (!signedIn()) {
    setTimeout(() => listen(publish, true), RECONNECT_MS);
    return;
  }
  const source = new EventSource("/api/events");
  // After a sign-in, screens are rendered before the stream opens.
  let opened = waited;
  source.onopen = () => {
    // Changes during the interruption are unknown.
    if (opened) publish("all");
    opened = true;
  };
  source.onmessage = ({ data }: MessageEvent<string>) => publish(JSON.parse(data) as Change);
  source.onerror = () => {
    if (source.readyState !== EventSource.CLOSED) return;
    source.close();
    setTimeout(() => {
      if (opened) publish("all");
      listen(publish);
    }, RECONNECT_MS);
  };
}
