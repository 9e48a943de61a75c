import CircleAlert from "lucide-react/icons/circle-alert";
import { Icon } from "#ui/kit/icon.tsx";

/** Under a field whose text can't be read. */
export function Unread({ children }: { children: string }) {
  return (
    <p className="err mt-1.5" role="alert">
      <Icon of={CircleAlert} size="s" />
      {children}
    </p>
  );
}
