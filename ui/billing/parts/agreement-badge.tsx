import FileCheck from "lucide-react/icons/file-check";
import FileX from "lucide-react/icons/file-x";
import { LookBadge } from "#ui/kit/badge.tsx";

/** Whether clients have an agreement to sign. */
export function AgreementBadge({ text }: { text: string }) {
  return (
    <LookBadge
      look={text === "" ? ["off", FileX, "No agreement"] : ["good", FileCheck, "Agreement"]}
    />
  );
}
