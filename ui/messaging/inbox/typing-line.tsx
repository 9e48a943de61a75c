import type { Presence } from "#src/messaging/inbox/contract.ts";
import { nameOfColleague } from "./presence.ts";

/** "Maya is replying…", overlaid above the composer so that nothing moves. */
export function TypingLine({ presence }: { presence: Presence | undefined }) {
  const names = presence?.typing.map(nameOfColleague) ?? [];
  return (
    <p
      className="xs dim pointer-events-none absolute bottom-full left-6 max-w-[80%] rounded-t-md bg-surface px-2 phone:left-4"
      role="status"
    >
      {names.length > 0 && (
        <span className="clip block py-1">
          {names.join(" and ")} {names.length === 1 ? "is" : "are"} replying…
        </span>
      )}
    </p>
  );
}
