import { useQuery } from "@tanstack/react-query";
import FlaskConical from "lucide-react/icons/flask-conical";
import { useApi } from "#ui/api.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";

/** Shown on every screen, because each leads to one that sends texts. */
export function CarrierNotice() {
  const { data: settings } = useQuery(shellSettingsQuery(useApi()));
  if (!settings?.simulatedCarrier) return null;

  return (
    <p className="flex flex-none items-center gap-2 border-line print:hidden border-b bg-accent-soft px-4 py-1.5 text-xs">
      <Icon of={FlaskConical} size="s" className="text-accent-ink" />
      {settings.demo
        ? "Demo: texts are simulated; nothing leaves this computer."
        : "Simulated carrier: nothing is really sent."}
    </p>
  );
}
