import X from "lucide-react/icons/x";
import { IconButton } from "#ui/kit/icon-button.tsx";
import type { Picture } from "./draft.ts";

interface ChosenPicturesProps {
  pictures: readonly Picture[];
  onRemove: (picture: Picture) => void;
}

export function ChosenPictures({ pictures, onRemove }: ChosenPicturesProps) {
  if (pictures.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2 pb-2 phone:pt-1.5" aria-label="Pictures to send">
      {pictures.map((picture) => (
        <li
          key={picture.preview}
          className="relative size-16 phone:size-20 overflow-hidden rounded-md bg-trough"
        >
          <img
            src={picture.preview}
            alt={picture.name}
            className={`size-full object-cover ${picture.media ? "" : "opacity-40"}`}
          />
          {!picture.media && (
            <span className="absolute inset-0 grid place-items-center">
              <span className="spin" aria-hidden="true" />
              <span className="sr">Uploading</span>
            </span>
          )}
          <IconButton
            icon={X}
            size="tiny"
            variant="secondary"
            label={`Remove ${picture.name}`}
            className="absolute top-0.5 right-0.5"
            onClick={() => onRemove(picture)}
          />
        </li>
      ))}
    </ul>
  );
}
