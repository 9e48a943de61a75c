import type { AiMessage, AiPiece, AiProvider, AiQuestion } from "#src/platform/providers/ai.ts";
import { checkPassed } from "#src/platform/providers/check.ts";
import { nextReply } from "./replies.ts";

const FIRST_WORD_MS = 250;
const WORD_MS = 30;

/** The demo's assistant: a few simple rules in this process. Nothing leaves the computer. */
export function connectScriptedAi(): AiProvider {
  return {
    check: async () => checkPassed("This is a demo: a scripted assistant answers."),
    draftAgreement: async ({ kind, facts }) => ({
      kind: "done",
      text: `# ${kind === "membership" ? "Membership" : "Payment plan"} agreement\n\n## What is agreed\n\n${facts
        .split("\n")
        .join("\n\n")}`,
    }),
    answer: answerFromScript,
  };
}

async function* answerFromScript(
  { messages }: AiQuestion,
  signal: AbortSignal,
): AsyncGenerator<AiPiece> {
  await Bun.sleep(FIRST_WORD_MS);
  if (signal.aborted) return;
  const reply = nextReply(messages as readonly AiMessage[]);
  for (const word of reply.text.match(/\S+\s*/g) ?? []) {
    if (signal.aborted) return;
    yield { kind: "text", text: word };
    await Bun.sleep(WORD_MS);
  }
  if (reply.call)
    yield {
      kind: "tool",
      call: {
        id: `call-${messages.length}`,
        name: reply.call.name,
        args: JSON.stringify(reply.call.args),
      },
    };
}
