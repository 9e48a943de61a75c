import MessageCircle from "lucide-react/icons/message-circle";
import { Button } from "#ui/kit/button.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { useInboxPosition } from "./position.ts";

export function NoConversations() {
  const { q, search } = useInboxPosition();
  if (q)
    return (
      <EmptyState
        title="No conversations found"
        level={2}
        action={<Button onClick={() => search("")}>Reset</Button>}
      >
        No name, number or text matches “{q}”.
      </EmptyState>
    );
  return (
    <EmptyState icon={MessageCircle} level={2} title="No conversations yet">
      When a client replies, or you write to one, the conversation appears here.
    </EmptyState>
  );
}
