import Undo2 from "lucide-react/icons/undo-2";
import { Note } from "#ui/kit/notice.tsx";

/** For a client who came back from Stripe without paying: the last step, scrolled into view. */
export function Returned() {
  return (
    <div ref={scrollHere}>
      <Note icon={Undo2} role="status">
        You weren't charged. What you entered and signed is still here.
      </Note>
    </div>
  );
}

function scrollHere(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "center" });
}
