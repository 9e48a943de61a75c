import ImagePlus from "lucide-react/icons/image-plus";
import { useRef } from "react";
import { IconButton } from "#ui/kit/icon-button.tsx";

export function PictureButton({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton icon={ImagePlus} label="Add pictures" onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        accept="image/jpeg,image/png,image/gif,image/webp"
        className="hidden"
        tabIndex={-1}
        aria-label="Pictures"
        onChange={({ currentTarget }) => {
          onFiles(currentTarget.files ?? []);
          // Cleared, so that choosing the same file again is a change.
          currentTarget.value = "";
        }}
      />
    </>
  );
}
