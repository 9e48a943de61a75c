import type { Query, QueryClient } from "@tanstack/react-query";
import { readsResource } from "#ui/shell/data/read.ts";
import { createNotifier } from "#ui/shell/layout/notifications.ts";
import type { Api } from "./api.ts";

const LOCK = "parlor-events";
const CHANNEL = "parlor-events";
const RECONNECT_MS = 2_000;
const REPLY_MS = 1_000;

interface Change {
  readonly resource: string;
  readonly ids: readonly string[];
  /** The server's latest change at that time. */
  readonly number: number;
}

/**
 * "all" when the changes are no longer known. A new tab sends the change that its page was rendered
 * after as `opened`, and gets it back as `stale` if others were published meanwhile.
 */
type Message = Change | "all" | { readonly opened: number } | { readonly stale: number };

/**
 * Refetches changed data. All tabs share one EventSource, because plain HTTP allows six connections
 * per host: the tab that holds the lock listens and informs the others. The stream begins with what
 * has changed after the page was rendered, however late it opens.
 */
export function followServerEvents(
  client: QueryClient,
  api: Api,
  /** The server's latest change when the page was rendered. */
  lastChange: number,
  onBuild: (build: string) => void,
): void {
  // Called only in the listening tab.
  const onChange = createNotifier(api);
  const channel = new BroadcastChannel(CHANNEL);
  /** The latest change that the listening tab has published; undefined in the others. */
  let published: number | undefined;
  const apply = (change: Change | "all") => {
    if (change !== "all" && change.resource === "build") {
      onBuild(change.ids[0] ?? "");
      return;
    }
    const filter =
      change === "all"
        ? {}
        : { predicate: (query: Query) => readsResource(query, change.resource) };
    afterOwnChange(client, () => client.invalidateQueries(filter).catch(() => undefined));
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data === "all" || "resource" in data) apply(data);
    else if ("stale" in data) {
      if (data.stale === lastChange) apply("all");
    } else if (published !== undefined && data.opened < published)
      channel.postMessage({ stale: data.opened } satisfies Message);
  };
  channel.postMessage({ opened: lastChange } satisfies Message);

  const publish = (change: Change | "all") => {
    apply(change);
    channel.postMessage(change satisfies Message);
    if (change === "all") return;
    published = Math.max(published ?? 0, change.number);
    if (change.resource !== "build") onChange(change.resource);
  };
  const begin = () => {
    published = lastChange;
    listen(publish, lastChange);
  };
  if (!navigator.locks) {
    begin();
    return;
  }
  navigator.locks.request(LOCK, () => new Promise<never>(begin)).catch(() => undefined);
}

/**
 * Waits for the reply to a change of this tab, which is announced before: it closes the page of what was deleted, which
 * would ask for it in vain.
 */
function afterOwnChange(client: QueryClient, refetch: () => void): void {
  if (client.isMutating() === 0) {
    refetch();
    return;
  }
  const go = () => {
    clearTimeout(timer);
    stop();
    refetch();
  };
  const timer = setTimeout(go, REPLY_MS);
  const stop = client.getMutationCache().subscribe(() => client.isMutating() === 0 && go());
}

function listen(publish: (change: Change | "all") => void, since: number): void {
  const signedIn = () => document.querySelector("[data-signed-in]") !== null;
  if (!signedIn()) {
    setTimeout(() => listen(publish, since), RECONNECT_MS);
    return;
  }
  // A stream that the browser reopens continues after the last event.
  const source = new EventSource(`/api/events?since=${since}`);
  let position = since;
  source.onmessage = ({ data, lastEventId }: MessageEvent<string>) => {
    position = Number(lastEventId) || position;
    publish(JSON.parse(data) as Change | "all");
  };
  source.onerror = () => {
    if (source.readyState !== EventSource.CLOSED) return;
    source.close();
    // The session may have ended.
    publish({ resource: "user", ids: [], number: position });
    setTimeout(() => listen(publish, position), RECONNECT_MS);
  };
}
