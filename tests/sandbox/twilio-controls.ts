import * as z from "zod";
import { control, inboundText } from "./twilio-shapes.ts";
import type { TwilioStandIn } from "./twilio-stand-in.ts";

/** The methods of the stand-in over HTTP, for a test in another process. */
export async function answerControl(
  standIn: TwilioStandIn,
  request: Request,
  path: string,
): Promise<Response> {
  try {
    switch (`${request.method} ${path}`) {
      case "GET /_log":
        return Response.json(standIn.log());
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
        return Response.json({ message: `No control ${request.method} ${path}` }, { status: 404 });
    }
  } catch (error) {
    const status = error instanceof z.ZodError || error instanceof SyntaxError ? 400 : 502;
    return Response.json({ message: String(error) }, { status });
  }
}
