import type { CSSProperties } from "react";
import { classes } from "./classes.ts";

interface AvatarProps {
  /** The id determines the color everywhere. */
  id: string | number;
  /** A number, or nothing, shows #. */
  name?: string | null | undefined;
  /** 24, 40 or 64 px; else 32. */
  size?: "s" | "m" | "xl" | undefined;
}

/** Decorative next to a name, so it is hidden from screen readers. */
export function Avatar({ id, name, size }: AvatarProps) {
  const style: CSSProperties & { "--h": number } = { "--h": hue(String(id)) };
  return (
    <span className={classes("avatar", size)} style={style} aria-hidden="true">
      {initials(name ?? "")}
    </span>
  );
}

const HUES = [10, 180, 205, 235, 265, 295, 320, 345] as const;

/** FNV-1a with MurmurHash's finalizer, without which ids 1 to 9 get similar hues. */
function hue(id: string): number {
  let hash = 0x811c9dc5;
  for (const char of id) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  const hashOf = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return HUES[(hashOf ^ (hashOf >>> 13)) >>> 29] ?? HUES[0];
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words.at(0), words.length > 1 ? words.at(-1) : ""].map(firstLetter).join("");
  return letters.toUpperCase() || "#";
}

function firstLetter(word = ""): string {
  return word.match(/^\p{L}/u)?.[0] ?? "";
}
