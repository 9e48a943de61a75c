import CircleHelp from "lucide-react/icons/circle-question-mark";
import { useLocation } from "wouter";
import { Icon } from "#ui/kit/icon.tsx";

/** Opens the guide's page about this screen in a new tab, so that unsaved input stays here. */
export function HelpLink() {
  const [pathname] = useLocation();
  return (
    <a
      href={`/guide/for${pathname}`}
      target="_blank"
      rel="noopener"
      className="btn quiet icon help"
      aria-label="Help"
      data-tip="Help"
    >
      <Icon of={CircleHelp} />
    </a>
  );
}
