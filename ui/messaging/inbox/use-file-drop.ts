import { type ClipboardEvent, type DragEvent, useState } from "react";

export function useFileDrop(onFiles: (files: Iterable<File>) => void) {
  const [over, setOver] = useState(false);
  const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  return {
    over,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave(event: DragEvent) {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop(event: DragEvent) {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setOver(false);
        onFiles(event.dataTransfer.files);
      },
      onPaste(event: ClipboardEvent) {
        const { files } = event.clipboardData;
        if (files.length === 0) return;
        event.preventDefault();
        onFiles(files);
      },
    },
  };
}
