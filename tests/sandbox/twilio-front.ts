import type { Carrier } from "./twilio-carrier.ts";
import { listMedia } from "./twilio-media.ts";
import { OPERATIONS, type Operation, perform } from "./twilio-operations.ts";
import { notFound, type Reply, refusal, toResponse } from "./twilio-reply.ts";

const FORM = "application/x-www-form-urlencoded";
const MEDIA = /^\/Messages\/MM[0-9a-f]{32}\/Media\/ME[0-9a-f]{32}$/;
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
  "base64",
);

/** Handles one request of the product, from credentials to reply. Kept simple for benchmarks. */
export async function answerRequest(
  carrier: Carrier,
  request: Request,
  target: string,
): Promise<Response> {
  if (request.headers.get("authorization") !== carrier.authorization)
    return toResponse(refusal(401, 20003, "Authenticate"));

  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  const address = withoutAccount(carrier, path);
  if (request.method === "GET" && MEDIA.test(address))
    return new Response(PIXEL, { headers: { "content-type": "image/png" } });

  const files = request.method === "GET" ? listMedia(carrier, address) : undefined;
  if (files) return files;

  const method = request.method.toLowerCase();
  for (const operation of OPERATIONS) {
    const found = operation.method === method ? operation.address.exec(address) : null;
    if (found) {
      const form = await decode(request, mark < 0 ? "" : target.slice(mark + 1));
      return answer(carrier, operation, form, found[1] ?? "");
    }
  }
  carrier.unexpected.push(`${request.method} ${target}`);
  return toResponse(notFound(path));
}

async function answer(
  carrier: Carrier,
  operation: Operation,
  form: URLSearchParams,
  id: string,
): Promise<Response> {
  const reply = performSafely(carrier, operation, form, id);
  const delayMs = carrier.settings.latencyMs + (reply.delayMs ?? 0);
  if (delayMs > 0) await Bun.sleep(delayMs);
  return toResponse(reply);
}

/** An error in here is the stand-in's bug, and a test should say so. */
function performSafely(
  carrier: Carrier,
  operation: Operation,
  form: URLSearchParams,
  id: string,
): Reply {
  try {
    return perform(carrier, operation, form, id);
  } catch (error) {
    carrier.bugs.push(String(error));
    return { status: 500, body: { message: `The stand-in is broken: ${error}` } };
  }
}

function withoutAccount(carrier: Carrier, path: string): string {
  const account = `/2010-04-01/Accounts/${carrier.accountSid}`;
  return path.startsWith(account) ? path.slice(account.length) : path;
}

/** Twilio reads only form bodies, and treats any other body as empty. */
async function decode(request: Request, query: string): Promise<URLSearchParams> {
  if (request.method === "GET") return new URLSearchParams(query);

  const body = await request.text();
  const isForm = request.headers.get("content-type")?.startsWith(FORM);
  return new URLSearchParams(isForm ? body : "");
}
