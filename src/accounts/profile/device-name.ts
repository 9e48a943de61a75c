/** Order matters: each of them also says what the ones below it say. */
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

/** "Chrome on Windows", from what a browser says of itself. */
export function deviceWords(userAgent: string | null): string {
  const browser = BROWSERS.find(([sign]) => sign.test(userAgent ?? ""))?.[1];
  const system = SYSTEMS.find(([sign]) => sign.test(userAgent ?? ""))?.[1];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}
