/** Order matters: each browser's user agent may also contain the names below it. */
const BROWSERS = [
  [/\bEdgA?\/|EdgiOS\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\/|Chromium\//, "Chrome"],
  [/Version\/[\d.]+ .*Safari\//, "Safari"],
] as const;

const SYSTEMS = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/CrOS/, "ChromeOS"],
  [/Windows/, "Windows"],
  [/Macintosh|Mac OS X/, "Mac"],
  [/Linux/, "Linux"],
] as const;

/** A name such as "Chrome on Windows", derived from the user agent. */
export function deviceName(userAgent: string | null): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}
