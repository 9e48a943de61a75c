/** A file that can't be imported, with a message that says what to do. */
export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
}

export interface CsvParser {
  /** Returns the rows that the text completes. @throws UnreadableFile */
  readonly push: (text: string) => string[][];
  /** Returns the last row when no line break follows it. @throws UnreadableFile */
  readonly end: () => string[][];
}

/** In characters. Nothing else limits a row whose quotation mark isn't closed. */
const MAX_ROW = 256 * 1024;
const QUOTE = 34;
const LF = 10;
const CR = 13;

/**
 * Parses CSV (RFC 4180) in pieces of any size: a piece may end within a cell, between two quotation
 * marks or between CR and LF. A quotation mark counts only at the start of a cell; LF, CR LF and CR
 * all end a row. Every character is read once, so a slow sender costs no more than a fast one.
 */
export function createCsvParser(delimiter: string): CsvParser {
  const separator = delimiter.charCodeAt(0);
  let rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  /** Characters of the row in earlier pieces. */
  let length = 0;
  let count = 0;
  let state: "start" | "plain" | "quoted" | "after quote" = "start";
  let isAfterReturn = false;

  const refuse = (problem = "has a quotation mark that isn't closed") => {
    throw new UnreadableFile(`Row ${count + 1} ${problem}. Fix it, then choose the file again.`);
  };
  const endCell = () => {
    row.push(cell);
    cell = "";
    state = "start";
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
    length = 0;
    count += 1;
  };

  function push(text: string): string[][] {
    let at = 0;
    let rowStart = 0;
    const closeAt = (code: number) => {
      at += 1;
      if (code === separator) return endCell();
      isAfterReturn = code === CR;
      endRow();
      rowStart = at;
    };
    const isEnd = (code: number) => code === separator || code === LF || code === CR;

    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (isAfterReturn) {
        isAfterReturn = false;
        if (code === LF) {
          at += 1;
          rowStart = at;
          continue;
        }
      }
      if (state === "quoted") {
        const quote = text.indexOf('"', at);
        const end = quote < 0 ? text.length : quote;
        cell += text.slice(at, end);
        at = end + 1;
        if (quote >= 0) state = "after quote";
      } else if (state === "after quote") {
        if (code === QUOTE) {
          cell += '"';
          state = "quoted";
          at += 1;
        } else if (isEnd(code)) closeAt(code);
        else if (code === 32) at += 1;
        else refuse();
      } else if (state === "start" && code === QUOTE) {
        state = "quoted";
        at += 1;
      } else {
        let end = at;
        while (end < text.length && !isEnd(text.charCodeAt(end))) end += 1;
        cell += text.slice(at, end);
        state = "plain";
        at = end;
        if (end < text.length) closeAt(text.charCodeAt(end));
      }
      if (length + at - rowStart > MAX_ROW) refuse("is too long");
    }
    length += text.length - rowStart;
    return takeRows();
  }

  function end(): string[][] {
    if (state === "quoted") refuse();
    if (state !== "start" || row.length > 0) endRow();
    return takeRows();
  }

  function takeRows(): string[][] {
    const done = rows;
    rows = [];
    return done;
  }

  return { push, end };
}
