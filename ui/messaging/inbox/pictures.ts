import { MAX_PICTURES, type Media, media } from "#src/messaging/media/contract.ts";
import { type Api, errorMessage, useApi } from "#ui/api.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import type { DraftKeeper, Picture } from "./draft.ts";

const TAKEN = "Only JPEG, PNG, GIF and WebP pictures can be sent.";

export function usePictures({ draft, write }: DraftKeeper) {
  const api = useApi();
  const toasts = useToasts();
  const showRefusal = (reason: string) => toasts.error("Picture not added", reason);

  function drop(preview: string): void {
    const { pictures, ...rest } = draft.peek();
    write({ ...rest, pictures: pictures.filter((one) => one.preview !== preview) });
    URL.revokeObjectURL(preview);
  }

  async function add(file: File): Promise<void> {
    const preview = URL.createObjectURL(file);
    const before = draft.peek();
    const waiting: Picture = { preview, name: file.name || "picture", media: undefined };
    write({ ...before, pictures: [...before.pictures, waiting] });
    try {
      const uploaded = await upload(api, file);
      const now = draft.peek();
      // Removed during the upload.
      if (!now.pictures.some((one) => one.preview === preview)) return;
      write({
        ...now,
        pictures: now.pictures.map((one) =>
          one.preview === preview ? { ...one, media: uploaded } : one,
        ),
      });
    } catch (error) {
      drop(preview);
      showRefusal(errorMessage(error, TAKEN));
    }
  }

  return {
    add(files: Iterable<File>): void {
      const all = [...files];
      const pictures = all.filter(({ type }) => type.startsWith("image/"));
      if (pictures.length < all.length) showRefusal(TAKEN);
      const remaining = MAX_PICTURES - draft.peek().pictures.length;
      if (pictures.length > remaining) showRefusal(`Add up to ${MAX_PICTURES} pictures.`);
      for (const file of pictures.slice(0, remaining)) void add(file);
    },
    remove(picture: Picture): void {
      drop(picture.preview);
      if (picture.media)
        api(media.remove, { params: { id: picture.media.id } }).catch(() => undefined);
    },
  };
}

async function upload(api: Api, file: File): Promise<Media> {
  // Loaded with the first picture.
  const { scaledDown } = await import("./scale-picture.ts");
  return api(media.upload, { body: { data: await scaledDown(file) } });
}
