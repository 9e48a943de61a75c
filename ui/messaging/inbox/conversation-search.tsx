import { useEffect, useState } from "react";
import { useCurrentUser } from "#ui/current-user.ts";
import { SearchInput } from "#ui/kit/search-input.tsx";
import { useDebounced } from "#ui/shell/data/debounce.ts";
import { searchableLabel } from "#ui/shell/format/searchable.ts";
import { useInboxPosition } from "./position.ts";

/** Searches on the server after a pause in typing; the address holds the query. */
export function ConversationSearch() {
  const place = useInboxPosition();
  const { user } = useCurrentUser();
  const [text, setText] = useState(place.q);
  const [known, setKnown] = useState(place.q);
  const pausedText = useDebounced(text).trim();

  // The address was changed elsewhere: Back, Reset or a link.
  if (place.q !== known) {
    setKnown(place.q);
    if (place.q !== text.trim()) setText(place.q);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a pause in the typing searches
  useEffect(() => {
    if (pausedText !== place.q && pausedText === text.trim()) place.search(pausedText);
  }, [pausedText]);

  if (user && !searchableLabel(user)) return null;
  return (
    <div className="px-3 pt-3 pb-2">
      <SearchInput
        label="Search conversations"
        maxLength={100}
        value={text}
        onValueChange={setText}
      />
    </div>
  );
}
