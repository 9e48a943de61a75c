import BellOff from "lucide-react/icons/bell-off";
import { Note } from "#ui/kit/notice.tsx";

export function OptedOutNotice() {
  return (
    <div className="flex-none px-5 pt-2 pb-5 phone:px-2.5 phone:pb-[calc(10px+env(safe-area-inset-bottom))]">
      <Note icon={BellOff} role="status">
        This contact has opted out and cannot receive messages
      </Note>
    </div>
  );
}
