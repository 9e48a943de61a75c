import CircleAlert from "lucide-react/icons/circle-alert";
import Clock3 from "lucide-react/icons/clock-3";
import Download from "lucide-react/icons/download";
import ImageOff from "lucide-react/icons/image-off";
import { useState } from "react";
import type { Message } from "#src/messaging/inbox/contract.ts";
import type { Media } from "#src/messaging/media/contract.ts";
import { classes } from "#ui/kit/classes.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { Lightbox } from "./lazy.ts";
import { isSending } from "./receipt.ts";

interface MessageMediaProps {
  message: Message;
  /** The client's. */
  name: string;
  found: boolean;
}

/** Pictures above their text, at a fixed size, so that nothing moves while they load. */
export function MessageMedia({ message, name, found }: MessageMediaProps) {
  const [opened, setOpened] = useState<Media>();
  const { direction, media, body } = message;
  const inbound = direction === "inbound";
  const whose = inbound ? `Picture from ${name}` : "Picture you sent";
  return (
    <ul
      aria-label={inbound ? `Sent by ${name}` : "Sent by you"}
      {...(body === "" && { "data-message": message.id })}
      className={classes(
        "flex max-w-[min(76%,440px)] flex-wrap gap-[3px] phone:max-w-[84%]",
        inbound ? "self-start" : "self-end justify-end",
        isSending(message) && "brightness-85",
      )}
    >
      {media.map((one, at) => (
        <li key={one.id}>
          {one.kind === "picture" && one.state === "stored" ? (
            <button
              type="button"
              aria-haspopup="dialog"
              className={classes(
                "block overflow-hidden rounded-[18px] bg-trough focus-visible:outline-offset-2",
                found && "outline-2 outline-focus outline-offset-2",
              )}
              onClick={() => setOpened(one)}
            >
              <img
                src={addressOf(one)}
                alt={media.length > 1 ? `${whose}, ${at + 1} of ${media.length}` : whose}
                loading="lazy"
                decoding="async"
                className={classes(
                  "object-cover",
                  media.length > 1 ? "size-[142px] phone:size-[132px]" : "h-[200px] w-[240px]",
                )}
              />
            </button>
          ) : (
            <Tile media={one} />
          )}
        </li>
      ))}
      {opened && (
        <Lightbox
          address={addressOf(opened)}
          title={whose}
          name={opened.name}
          onClose={() => setOpened(undefined)}
        />
      )}
    </ul>
  );
}

const TILE =
  "flex items-center gap-2 min-w-0 sm min-h-11 max-w-[280px] rounded-[18px] border border-line-2 px-3.5 py-2";

function Tile({ media }: { media: Media }) {
  if (media.state === "stored")
    return (
      <a href={addressOf(media)} download={media.name} className={`${TILE} hover:bg-hover`}>
        <Icon of={Download} />
        <span className="clip">{media.name}</span>
        <span className="faint num flex-none">{formatSize(media.size ?? 0)}</span>
      </a>
    );
  const waiting = media.state === "waiting";
  return (
    <span className={`${TILE} dim`}>
      <Icon of={waiting ? Clock3 : media.state === "gone" ? ImageOff : CircleAlert} />
      <span>
        {waiting
          ? "Picture on its way"
          : media.state === "gone"
            ? media.message
            : `Picture not received: ${lowerFirst(media.message ?? "")}`}
      </span>
    </span>
  );
}

function addressOf({ id }: Media): string {
  return `/api/media/${id}`;
}

function lowerFirst(text: string): string {
  return text.startsWith("Twilio") ? text : text.slice(0, 1).toLowerCase() + text.slice(1);
}

function formatSize(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} KB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
