import * as z from "zod";
import type { Params, SignedForm } from "./signature.ts";
import type { Counts, LoggedText, receivedTexts } from "./twilio-counts.ts";
import type { InboundResult } from "./twilio-inbound.ts";
import {
  type Control,
  control,
  type FetchedMedia,
  type InboundText,
  inboundText,
} from "./twilio-shapes.ts";

export interface TwilioStandIn {
  /** Without a slash at the end. */
  readonly url: string;
  readonly accountSid: string;
  readonly authToken: string;
  /** Requests that Twilio doesn't have: expect it to be empty. */
  readonly unexpected: readonly string[];
  /** Contract violations of the stand-in itself: expect it to be empty too. */
  readonly bugs: readonly string[];
  /** Texts accepted from the product, oldest first. */
  log(): LoggedText[];
  /** Texts that clients sent, oldest first. */
  received(): ReturnType<typeof receivedTexts>;
  counts(): Counts;
  /** What the product's MediaUrls answered when they were fetched. */
  media(): readonly FetchedMedia[];
  /** A client texts the business; rejects when nobody answers at the webhook. */
  inbound(text: InboundText): Promise<InboundResult>;
  control(change: Control): void;
  /** Clears everything but the used sids, which are never assigned twice. */
  reset(): void;
  /** A post with a valid signature, to replay or to tamper with. */
  signedForm(address: string, params: Params): SignedForm;
  /** Resolves once every callback has been posted. */
  callbacksDone(): Promise<void>;
  stop(): Promise<void>;
}

/** The methods of the stand-in over HTTP, for a test in another process. */
export async function answerControl(standIn: TwilioStandIn, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  try {
    switch (`${request.method} ${pathname}`) {
      case "GET /_log":
        return Response.json(standIn.log().slice(Number(searchParams.get("from") ?? 0)));
      case "GET /_received":
        return Response.json(standIn.received());
      case "GET /_counts":
        return Response.json(standIn.counts());
      case "GET /_media":
        return Response.json(standIn.media());
      case "POST /_control":
        standIn.control(control.parse(await request.json()));
        return Response.json({});
      case "POST /_inbound":
        return Response.json(await standIn.inbound(inboundText.parse(await request.json())));
      case "POST /_reset":
        standIn.reset();
        return Response.json({});
      default:
        return Response.json(
          { message: `No control ${request.method} ${pathname}` },
          { status: 404 },
        );
    }
  } catch (error) {
    const status = error instanceof z.ZodError || error instanceof SyntaxError ? 400 : 502;
    return Response.json({ message: String(error) }, { status });
  }
}
