import Search from "lucide-react/icons/search";
import { Icon } from "#ui/kit/icon.tsx";
import { Kbd } from "#ui/kit/kbd.tsx";
import { useUiState } from "#ui/ui-state.ts";

export function SearchButton() {
  const { paletteOpen } = useUiState();
  return (
    <button
      type="button"
      className="find bar-words"
      data-tip="Search"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => {
        paletteOpen.value = true;
      }}
    >
      <Icon of={Search} />
      <span className="words">Search</span>
      <Kbd>Ctrl K</Kbd>
    </button>
  );
}
