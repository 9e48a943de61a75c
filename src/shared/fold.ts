/** Letters that no accent was added to, as they are typed without them. */
export const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ ł: "l", ø: "o", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ß: "ss", ı: "i", ħ: "h", ŧ: "t" },
};

/** Lower case without accents, as all texts are compared that people search by: "Łuczak" is "luczak". */
export function fold(text: string): string {
  return /^[\0-\x7f]*$/.test(text)
    ? text.toLowerCase()
    : text
        .normalize("NFD")
        .replace(/[\u0300-\u036f]/g, "")
        .toLowerCase()
        .replace(/[łøđðþæœßıħŧ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);
}
