import { z } from "zod";
import { Refused, StripeBook } from "./stripe-book.ts";
import { completeCheckout } from "./stripe-checkout.ts";
import { answerProblem, requestProblem } from "./stripe-contract.ts";
import { formTree } from "./stripe-form.ts";
import { OPERATIONS, type Operation } from "./stripe-operations.ts";
import { nextEvent } from "./stripe-subscriptions.ts";
import { type Delivery, deliver } from "./stripe-webhooks.ts";

export const STRIPE_KEY = "sk_test_of_the_stand_in";
const VERSION = "2026-10-28.endive";

export interface StripeStandIn {
  readonly url: string;
  readonly book: StripeBook;
  /** "POST /v1/customers", in order. */
  readonly asked: readonly string[];
  /** Requests that Stripe doesn't have: expect it to be empty. */
  readonly unexpected: readonly string[];
  /** Answers that broke the contract: expect it to be empty. */
  readonly bugs: readonly string[];
  /** Processes this many changing requests but loses their replies, from the next request or a later one on. */
  loseAnswers(count: number, from?: number): void;
  /** Answers this many changing requests with an error, without processing them. */
  refuseNext(count: number): void;
  complete(sessionId: string): void;
  /** Lets this many days pass, with everything that Stripe does automatically. */
  pass(days: number): void;
  deliver(delivery: Delivery): Promise<number[]>;
  stop(): Promise<void>;
}

interface Kept {
  readonly asked: string;
  readonly status: number;
  readonly body: string;
}

/** Stripe on a loopback address: stateful, for exactly what Parlor asks, by the types of the official SDK. */
export function startStripeStandIn(now = Date.now(), port = 0): StripeStandIn {
  const book = new StripeBook(Math.floor(now / 1000));
  const asked: string[] = [];
  const unexpected: string[] = [];
  const bugs: string[] = [];
  const kept = new Map<string, Kept>();
  let lost = 0;
  let spared = 0;
  let unprocessed = 0;
  const server = Bun.serve({ hostname: "127.0.0.1", port, development: false, fetch: answer });
  const url = server.url.origin;

  async function answer(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    const what = `${request.method} ${pathname}`;
    asked.push(what);
    if (request.headers.get("authorization") !== `Bearer ${STRIPE_KEY}`)
      return refusal(new Refused(401, { message: "Invalid API Key provided" }));
    if (request.headers.get("stripe-version") !== VERSION) return refuseUnknown(`${what}: version`);

    if (unprocessed > 0 && request.method === "POST") {
      unprocessed -= 1;
      return new Response("overloaded", { status: 503 });
    }
    const key = request.headers.get("idempotency-key");
    const former = key && request.method === "POST" ? kept.get(key) : undefined;
    if (former && former.asked !== what + text)
      return refusal(
        new Refused(400, {
          type: "idempotency_error",
          message: "Keys for idempotent requests can only be used with the same parameters.",
        }),
      );
    const { status, body } = former ?? perform(request.method, pathname, text || search.slice(1));
    if (key && request.method === "POST" && status < 500)
      kept.set(key, { asked: what + text, status, body });
    if (lost > 0 && request.method === "POST") {
      spared -= 1;
      if (spared < 0) {
        lost -= 1;
        return new Response("the answer was lost", { status: 502 });
      }
    }
    return new Response(body, {
      status,
      headers: {
        "content-type": "application/json",
        "request-id": `req_${asked.length}`,
        ...(former && { "idempotent-replayed": "true" }),
      },
    });
  }

  function perform(method: string, path: string, params: string): { status: number; body: string } {
    const operation = OPERATIONS.find((one) => one.method === method && one.path.test(path));
    if (!operation) {
      unexpected.push(`${method} ${path}`);
      return toReply(404, { error: { message: `Unrecognized request URL (${method}: ${path}).` } });
    }
    const form = formTree(new URLSearchParams(params));
    const wrong = misuse(operation, form);
    if (wrong) {
      unexpected.push(`${method} ${path}: ${wrong}`);
      return toReply(400, { error: { type: "invalid_request_error", message: wrong } });
    }
    try {
      const [, id = ""] = operation.path.exec(path) ?? [];
      const result = operation.run({ book, origin: url, id, form });
      const broken = contractBreach(operation, JSON.parse(JSON.stringify(result)));
      if (broken) bugs.push(`${method} ${path}: ${broken}`);
      return toReply(200, result);
    } catch (error) {
      if (error instanceof Refused) return toReply(error.status, error.body);
      bugs.push(String(error));
      return toReply(500, { error: { type: "api_error", message: String(error) } });
    }
  }

  function refuseUnknown(what: string): Response {
    unexpected.push(what);
    return Response.json({ error: { message: what } }, { status: 400 });
  }

  return {
    url,
    book,
    asked,
    unexpected,
    bugs,
    loseAnswers(count, from = 1) {
      lost = count;
      spared = from - 1;
    },
    refuseNext(count) {
      unprocessed = count;
    },
    complete: (sessionId) => void completeCheckout(book, sessionId),
    pass(days) {
      const until = book.now + days * 86_400;
      for (let event = nextEvent(book); event && event.at <= until; event = nextEvent(book)) {
        book.now = Math.max(book.now, event.at);
        event.run();
      }
      book.now = until;
    },
    deliver: (delivery) => deliver(book, delivery),
    stop: () => server.stop(true),
  };
}

function misuse({ request }: Operation, form: unknown): string | undefined {
  if (typeof request === "string") return requestProblem(request, form);
  const parsed = request.safeParse(form);
  return parsed.success ? undefined : z.prettifyError(parsed.error);
}

function contractBreach({ answer }: Operation, body: unknown): string | undefined {
  if (typeof answer !== "string") {
    const parsed = answer.safeParse(body);
    return parsed.success ? undefined : z.prettifyError(parsed.error);
  }
  const [, listed] = /^list of (\w+)$/.exec(answer) ?? [];
  if (!listed) return answerProblem(answer, body);
  const { data } = body as { data: unknown[] };
  return data.map((one) => answerProblem(listed, one)).find((problem) => problem !== undefined);
}

function toReply(status: number, body: unknown): { status: number; body: string } {
  return { status, body: JSON.stringify(body) };
}

function refusal({ status, body }: Refused): Response {
  return Response.json(body, { status });
}
