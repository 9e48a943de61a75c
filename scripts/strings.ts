import { readdirSync } from "node:fs";
import { type Module, type Node, parse } from "@swc/core";

/** Writes every text that people read to dist/strings.txt, file by file, so that it can be proofread. */
const FOLDERS = ["ui", "src"];
const OUTPUT = "dist/strings.txt";
/** Attributes whose values users don't read. */
const CODE_ATTRIBUTES = new Set(["className", "id", "key", "type", "name", "href", "d", "viewBox"]);
const SQL = /^(?:select|insert|update|delete|with|create|pragma)\b/i;

interface Item extends Node {
  readonly [field: string]: unknown;
}

const lines: string[] = [];
for (const folder of FOLDERS)
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted()) {
    if (!/\.tsx?$/.test(name)) continue;
    const path = `${folder}/${name}`;
    const module = await parse(await Bun.file(path).text(), {
      syntax: "typescript",
      tsx: /x$/.test(name),
    });
    const texts = textsOf(module).map((text) => text.replace(/\s+/g, " ").trim());
    const readable = [...new Set(texts)].filter(isReadable);
    if (readable.length > 0) lines.push(path, ...readable.map((text) => `  ${text}`), "");
  }
await Bun.write(OUTPUT, lines.join("\n"));
process.stdout.write(`${lines.length} lines in ${OUTPUT}\n`);

function textsOf(module: Module): string[] {
  const texts: string[] = [];
  visit(module as unknown as Item);
  return texts;

  function visit(node: unknown): void {
    if (Array.isArray(node)) for (const child of node) visit(child);
    if (typeof node !== "object" || node === null || Array.isArray(node)) return;
    const item = node as Item;
    switch (item.type) {
      case "ImportDeclaration":
      case "ExportAllDeclaration":
      case "TsLiteralType":
        return;
      case "JSXAttribute":
        if (CODE_ATTRIBUTES.has(String((item["name"] as Item)["value"]))) return;
        break;
      case "JSXText":
      case "StringLiteral":
        texts.push(String(item["value"]));
        return;
      case "TemplateLiteral":
        texts.push(
          (item["quasis"] as Item[]).map((quasi) => String(quasi["cooked"] ?? "")).join("{…}"),
        );
        visit(item["expressions"]);
        return;
    }
    for (const [field, child] of Object.entries(item))
      if (field !== "span" && field !== "key") visit(child);
  }
}

/** Leaves out addresses, class names, SQL and other words for programs. */
function isReadable(text: string): boolean {
  if (!/\p{L}{2}/u.test(text) || SQL.test(text)) return false;
  if (/^[#./]|^https?:|^[\w-]+$/.test(text)) return /^\p{Lu}\p{Ll}+$/u.test(text);
  return text.includes(" ") && /\p{Lu}|[.!?]/u.test(text);
}
