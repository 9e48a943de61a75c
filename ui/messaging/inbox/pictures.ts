import { media } from "#src/messaging/media/contract.ts";
import { useApi } from "#ui/api.ts";
import { showNotLoaded } from "#ui/kit/lazy-dialog.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import type { DraftKeeper, Picture } from "./draft.ts";

export function usePictures(keeper: DraftKeeper) {
  const api = useApi();
  const toasts = useToasts();
  function drop(preview: string): void {
    const { pictures, ...rest } = keeper.draft.peek();
    keeper.write({ ...rest, pictures: pictures.filter((one) => one.preview !== preview) });
    URL.revokeObjectURL(preview);
  }
  return {
    add(files: Iterable<File>): void {
      // The browser takes the list back after the event.
      const all = [...files];
      import("./add-pictures.ts").then(
        ({ addPictures }) => addPictures({ ...keeper, api, toasts, drop }, all),
        () => showNotLoaded(toasts),
      );
    },
    remove(picture: Picture): void {
      drop(picture.preview);
      if (picture.media)
        api(media.remove, { params: { id: picture.media.id } }).catch(() => undefined);
    },
  };
}
