/** Scripts whose letters look like each other's: the Cyrillic о is not the Latin o. */
const LOOK_ALIKES = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
] as const;

/** Letters, digits and the usual separators: no line breaks, invisible characters or addresses. */
const PLAIN = /^[\p{L}\p{M}\p{N} ._@'’-]+$/u;
/** Mail programs turn these into links. An email address is none. */
const LINK =
  /^[^@]*(?:\bwww\.|\.(?:com|net|org|io|co|info|app|dev|biz|ru|cn|top|xyz|link|site|online|shop|click)\b)/i;

export function isPlainName(name: string): boolean {
  return PLAIN.test(name) && !LINK.test(name);
}

/** True for a name that could pass for another one in an alphabet that looks alike. */
export function isMixedScript(name: string): boolean {
  return LOOK_ALIKES.filter((script) => script.test(name)).length > 1;
}
