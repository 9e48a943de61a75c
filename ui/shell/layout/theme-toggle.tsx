import Moon from "lucide-react/icons/moon";
import Sun from "lucide-react/icons/sun";
import { Button } from "#ui/kit/button.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { switchTheme } from "./theme.ts";

/** Both icons are in the page and CSS shows one: the server need not know the theme. */
export function ThemeToggle() {
  return (
    <Button
      variant="quiet"
      className="icon theme"
      aria-label="Switch theme"
      data-tip="Switch theme"
      onClick={switchTheme}
    >
      <Icon of={Sun} />
      <Icon of={Moon} />
    </Button>
  );
}
