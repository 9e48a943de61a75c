import { readProgramTexts } from "./program-texts.ts";

/** Writes every text that people read to dist/strings.txt, file by file, so that it can be proofread. */
const OUTPUT = "dist/strings.txt";
const SQL = /^(?:select|insert|update|delete|with|create|pragma)\b/i;

const lines: string[] = [];
for (const { path, texts } of await readProgramTexts()) {
  const readable = texts.filter(isReadable);
  if (readable.length > 0) lines.push(path, ...readable.map((text) => `  ${text}`), "");
}
await Bun.write(OUTPUT, lines.join("\n"));
process.stdout.write(`${lines.length} lines in ${OUTPUT}\n`);

/** Leaves out addresses, class names, SQL and other words for programs. */
function isReadable(text: string): boolean {
  if (!/\p{L}{2}/u.test(text) || SQL.test(text)) return false;
  if (/^[#./]|^https?:|^[\w-]+$/.test(text)) return /^\p{Lu}\p{Ll}+$/u.test(text);
  return text.includes(" ") && /\p{Lu}|[.!?]/u.test(text);
}
