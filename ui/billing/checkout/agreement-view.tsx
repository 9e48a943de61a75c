import FileText from "lucide-react/icons/file-text";
import { useState } from "react";
import type { AgreementTerm } from "#src/shared/agreement-terms.ts";
import { previewBlocks } from "#src/shared/agreement-text.ts";
import { AgreementBlocks, Blocks } from "#ui/billing/client-pages/agreement-blocks.tsx";
import { Button } from "#ui/kit/button.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";

interface ViewAgreementProps {
  /** Of the dialog. */
  title: string;
  text: string;
  terms: readonly AgreementTerm[];
  onRead: () => void;
}

/** The beginning of the agreement; ViewAgreement shows all of it. */
export function AgreementPreview({ text }: { text: string }) {
  return (
    <div className="agreement agreement-text">
      <Blocks blocks={previewBlocks(text)} />
    </div>
  );
}

/** The whole agreement for browsers without JavaScript: reading works without it, signing does not. */
export function AgreementWithoutScript(props: Pick<ViewAgreementProps, "text" | "terms">) {
  return (
    <noscript>
      <div className="agreement">
        <AgreementBlocks {...props} />
      </div>
      <p className="note">To sign here, turn on JavaScript in your browser or contact us.</p>
    </noscript>
  );
}

const AgreementDialog = lazyDialog(
  async () => (await import("./agreement-dialog.tsx")).AgreementDialog,
);

/** The button and its dialog. `onRead` runs once the end has been visible. */
export function ViewAgreement(props: ViewAgreementProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="tiny"
        icon={FileText}
        className="-mr-2.5"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        View Agreement
      </Button>
      {isOpen && <AgreementDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
