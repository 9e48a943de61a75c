import { afterEach, beforeEach, expect, spyOn, test } from "bun:test";
import { QueryClient } from "@tanstack/react-query";
import { waitFor } from "@testing-library/react";
import type { Api } from "#ui/api.ts";
import { followServerEvents } from "#ui/server-events.ts";

const streams: FakeStream[] = [];
const former = { eventSource: globalThis.EventSource, channel: globalThis.BroadcastChannel };

class FakeStream {
  static readonly CLOSED = 2;
  readyState = 1;
  onmessage: ((event: { data: string; lastEventId: string }) => void) | undefined;
  onerror: (() => void) | undefined;
  readonly url: string;
  constructor(url: string) {
    this.url = url;
    streams.push(this);
  }
  close() {}
}

/** A tab of the same browser: it sends and hears the messages of all others. */
class FakeChannel {
  static readonly all = new Set<FakeChannel>();
  onmessage: ((event: { data: unknown }) => void) | undefined;
  constructor() {
    FakeChannel.all.add(this);
  }
  postMessage(data: unknown) {
    for (const one of FakeChannel.all) if (one !== this) one.onmessage?.({ data });
  }
}

beforeEach(() => {
  streams.length = 0;
  FakeChannel.all.clear();
  document.body.innerHTML = "<main data-signed-in></main>";
  Object.assign(globalThis, { EventSource: FakeStream, BroadcastChannel: FakeChannel });
});

afterEach(() => {
  document.body.innerHTML = "";
  Object.assign(globalThis, { EventSource: former.eventSource, BroadcastChannel: former.channel });
});

/** A tab whose page was rendered after this change. Returns which of its data is out of date. */
function openTab(lastChange: number) {
  const client = new QueryClient();
  const names = ["/api/user", "/api/contacts"];
  for (const name of names) client.setQueryData([name], {}, { updatedAt: 1 });
  for (const query of client.getQueryCache().getAll())
    query.options.meta = { reads: query.queryKey[0] === "/api/user" ? ["user"] : ["contacts"] };
  followServerEvents(client, (async () => ({})) as unknown as Api, lastChange, () => undefined);
  const outdated = () => names.filter((name) => client.getQueryState([name])?.isInvalidated);
  return Object.assign(outdated, { client });
}

test("a stream that the server refuses makes the page ask who is signed in", async () => {
  const outdated = openTab(5);
  expect(streams[0]?.url).toBe("/api/events?since=5");
  const [stream] = streams;
  if (stream) stream.readyState = FakeStream.CLOSED;
  // It would connect again after this test.
  const timer = spyOn(globalThis, "setTimeout").mockReturnValue(0 as never);
  stream?.onerror?.();
  timer.mockRestore();
  await waitFor(() => expect(outdated()).toEqual(["/api/user"]));
});

test("a change that is announced before its reply refetches once the reply is there", async () => {
  const outdated = openTab(5);
  const { promise: reply, resolve } = Promise.withResolvers<void>();
  const own = outdated.client
    .getMutationCache()
    .build(outdated.client, { mutationFn: () => reply });
  const change = own.execute(undefined);
  const data = JSON.stringify({ resource: "contacts", ids: ["7"], number: 6 });
  streams[0]?.onmessage?.({ data, lastEventId: "6" });
  await Bun.sleep(0);
  expect(outdated()).toEqual([]);
  resolve();
  await change;
  expect(outdated()).toEqual(["/api/contacts"]);
});

test("a new tab that missed changes reloads its data, and the others don't", async () => {
  const first = openTab(5);
  const data = JSON.stringify({ resource: "messages", ids: [], number: 9 });
  streams[0]?.onmessage?.({ data, lastEventId: "9" });
  const second = openTab(7);
  await waitFor(() => expect(second()).toEqual(["/api/user", "/api/contacts"]));
  expect(first()).toEqual([]);
  expect(openTab(9)()).toEqual([]);
});
