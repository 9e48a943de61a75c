import { parseBlocks } from "#src/shared/agreement-text.ts";

const HEADINGS = { 1: "h3", 2: "h4", 3: "h5" } as const;

/** The whole agreement: headings and paragraphs. */
export function AgreementBlocks({ text }: { text: string }) {
  return (
    <div className="agreement-text">
      {parseBlocks(text).map((block, at) => {
        const Part = block.level === 0 ? "p" : HEADINGS[block.level];
        // biome-ignore lint/suspicious/noArrayIndexKey: a text that does not change while it is shown
        return <Part key={at}>{block.text}</Part>;
      })}
    </div>
  );
}
