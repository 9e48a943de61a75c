/** A received status callback or webhook request. */
interface ReceivedPost {
  readonly address: string;
  readonly signature: string;
  readonly form: ReceivedForm;
}

interface ReceivedForm {
  readonly MessageSid?: string;
  readonly MessageStatus?: string;
  readonly ErrorCode?: string;
  readonly MediaUrl1?: string;
  readonly [field: string]: string | undefined;
}

export interface ProductEnd {
  readonly url: string;
  readonly posts: readonly ReceivedPost[];
  /** Most posts it was busy with at one time. */
  mostAtOnce(): number;
  answerWith(status: number): void;
  stop(): Promise<void>;
}

/** Listens in place of the product's webhooks, and records every request. */
export function startProductEnd(): ProductEnd {
  const posts: ReceivedPost[] = [];
  let status = 200;
  let now = 0;
  let most = 0;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      now += 1;
      most = Math.max(most, now);
      const form = Object.fromEntries(new URLSearchParams(await request.text()));
      const signature = request.headers.get("x-twilio-signature") ?? "";
      posts.push({ address: request.url, signature, form });
      await Bun.sleep(1);
      now -= 1;
      return new Response("<Response/>", { status });
    },
  });
  return {
    url: server.url.origin,
    posts,
    mostAtOnce: () => most,
    answerWith: (next) => {
      status = next;
    },
    stop: () => server.stop(true),
  };
}
