export interface Block {
  /** 1 to 3 for a heading, 0 for a paragraph. */
  readonly level: 0 | 1 | 2 | 3;
  readonly text: string;
}

const AGREEMENT_PREVIEW_CHARACTERS = 300;

/** Above the terms, in the agreement that is read and in the signed one. */
export const TERMS_TITLE = "What you agree to pay";

const HEADING = /^(#{1,3})\s+(.+)$/;

/**
 * Parses plain text with `#` headings, for page, dialog and PDF alike. Blank lines separate paragraphs;
 * a line break within a paragraph is kept.
 */
export function parseBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  const close = () => {
    if (lines.length > 0) blocks.push({ level: 0, text: lines.join("\n") });
    lines = [];
  };
  for (const line of text.replaceAll("\r\n", "\n").split("\n")) {
    const [, signs = "", heading] = HEADING.exec(line.trim()) ?? [];
    if (heading !== undefined) {
      close();
      blocks.push({ level: signs.length as 1 | 2 | 3, text: withoutClosingSigns(heading) });
    } else if (line.trim() === "") close();
    else lines.push(line.trimEnd());
  }
  close();
  return blocks;
}

/** Turns "Terms ##" into "Terms". A regular expression would take quadratic time on a line of spaces. */
function withoutClosingSigns(heading: string): string {
  let end = heading.length;
  while (heading[end - 1] === "#") end -= 1;
  const text = heading.slice(0, end);
  const trimmed = text.trimEnd();
  return end < heading.length && trimmed.length < text.length ? trimmed : heading;
}

/** Returns the blocks of the first 300 characters. */
export function previewBlocks(text: string): Block[] {
  let room = AGREEMENT_PREVIEW_CHARACTERS;
  return parseBlocks(text).flatMap((block) => {
    if (room <= 0) return [];
    const letters = Array.from(block.text);
    const isCut = letters.length > room;
    const shown = letters.slice(0, room).join("");
    room -= letters.length;
    return { ...block, text: isCut ? `${shown.replace(/\s+\S*$/, "")}…` : shown };
  });
}
