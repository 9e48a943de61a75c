import type { AgreementTerm } from "#src/shared/agreement-terms.ts";
import { type Block, parseBlocks, TERMS_TITLE } from "#src/shared/agreement-text.ts";
import { Fact } from "./fact.tsx";

const HEADINGS = { 1: "h3", 2: "h4", 3: "h5" } as const;

interface AgreementBlocksProps {
  text: string;
  terms?: readonly AgreementTerm[];
}

/** The whole agreement: headings and paragraphs, then what is agreed to pay. */
export function AgreementBlocks({ text, terms = [] }: AgreementBlocksProps) {
  return (
    <div className="agreement-text">
      <Blocks blocks={parseBlocks(text)} />
      {terms.length > 0 && (
        <>
          <h3>{TERMS_TITLE}</h3>
          <dl className="num grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 gap-y-1.5">
            {terms.map(({ label, value }) => (
              <Fact key={label} label={label}>
                {value}
              </Fact>
            ))}
          </dl>
        </>
      )}
    </div>
  );
}

/** Headings and paragraphs. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, at) => {
    const Part = block.level === 0 ? "p" : HEADINGS[block.level];
    // biome-ignore lint/suspicious/noArrayIndexKey: a text that does not change while it is shown
    return <Part key={at}>{block.text}</Part>;
  });
}
