import Download from "lucide-react/icons/download";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { Icon } from "#ui/kit/icon.tsx";

interface LightboxProps {
  address: string;
  title: string;
  name: string;
  onClose: () => void;
}

export function Lightbox({ address, title, name, onClose }: LightboxProps) {
  return (
    <Dialog onClose={onClose} title={title} size="full">
      <DialogBody className="grid min-h-[240px] place-items-center">
        <img
          src={address}
          alt={title}
          className="max-h-[70vh] max-w-full rounded-md object-contain"
        />
      </DialogBody>
      <DialogFooter>
        <a href={address} download={name} className={buttonClass({ variant: "secondary" })}>
          <Icon of={Download} />
          Download
        </a>
      </DialogFooter>
    </Dialog>
  );
}
