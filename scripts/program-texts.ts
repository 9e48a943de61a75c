import { readdirSync } from "node:fs";
import { type Module, type Node, parse } from "@swc/core";

const FOLDERS = ["ui", "src"];
/** Attributes whose values users don't read. */
const CODE_ATTRIBUTES = new Set(["className", "id", "key", "type", "name", "href", "d", "viewBox"]);

interface Item extends Node {
  readonly [field: string]: unknown;
}

export interface FileTexts {
  readonly path: string;
  /** In the order of the file, with single spaces; `{…}` stands for what is filled in. */
  readonly texts: readonly string[];
}

/** Returns every string of the program by file, those for people among them. */
export async function readProgramTexts(): Promise<FileTexts[]> {
  const files: FileTexts[] = [];
  for (const folder of FOLDERS)
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted()) {
      if (!/\.tsx?$/.test(name)) continue;
      const path = `${folder}/${name}`;
      const module = await parse(await Bun.file(path).text(), {
        syntax: "typescript",
        tsx: /x$/.test(name),
      });
      const texts = textsOf(module).map((text) => text.replace(/\s+/g, " ").trim());
      files.push({ path, texts: [...new Set(texts)] });
    }
  return files;
}

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
