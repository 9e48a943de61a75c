import { doubleMetaphone } from "double-metaphone";
import type { Database } from "#db/connection.ts";
import { phoneText } from "#db/phone.ts";
import { fold } from "#src/shared/fold.ts";

/** Precedes the first and last digits of a number in the index of words; a private character that no name has. */
export const NUMBER_PART = "\u{e000}";
/** Precedes the sound of a word there. */
export const SOUND = "\u{e001}";

/** In contacts_search, each digit of a phone number is a private-use character that also encodes its position. */
const FIRST_PLACE = 0xe100;
/** The most digits of a number in E.164. */
export const MOST_DIGITS = 15;

/** Digits as contacts_search stores them, if the first is at this position of the number. A + stays. */
export function placedDigits(digits: string, place: number): string {
  let at = place;
  const codes = Array.from(digits, (sign) =>
    sign >= "0" && sign <= "9" ? FIRST_PLACE + 10 * at++ + Number(sign) : sign.charCodeAt(0),
  );
  return String.fromCharCode(...codes);
}

/** Contacts whose words are computed at once. */
const SLICE = 2_000;

/** Adds contacts to both search indexes, which triggers would fill row by row. */
export function indexContacts(db: Database, firstId: number, lastId: number): void {
  const slice = db.query<{ id: number; name: string; phone: number }, [number, number]>(
    `select id, name, phone from contacts where id between ? and ? order by id limit ${SLICE}`,
  );
  const search = db.query("insert into contacts_search (rowid, name, phone) values (?, ?, ?)");
  const words = db.query("insert into contacts_words (rowid, words) values (?, ?)");
  for (let from = firstId; ; ) {
    const rows = slice.all(from, lastId);
    for (const row of rows) {
      const texts = searchableTexts(row);
      search.run(row.id, texts.letters, texts.digits);
      words.run(row.id, texts.words);
    }
    const last = rows.at(-1);
    if (!last || rows.length < SLICE) return;
    from = last.id + 1;
  }
}

/** Rebuilds both indexes: 1.5 s of processor time for 100,000 contacts. */
export function indexAllContacts(db: Database): void {
  for (const index of ["contacts_search", "contacts_words"])
    db.run(`insert into ${index} (${index}) values ('delete-all')`);
  indexContacts(db, 0, Number.MAX_SAFE_INTEGER);
}

export function unindexContact(db: Database, id: number): void {
  db.query("delete from contacts_search where rowid = ?").run(id);
  db.query("delete from contacts_words where rowid = ?").run(id);
}

/**
 * What the indexes contain of a contact: the letters of the name, with a space before each word, and the digits of the
 * number; its words with their sounds, and the parts of the number.
 */
export function searchableTexts({ name, phone }: { name: string; phone: number }) {
  const folded = ` ${fold(name)}`;
  const words = wordsOf(name);
  const inside = words.filter((word) => !folded.includes(` ${word}`));
  const sounds = words.map(soundOf).filter(Boolean);
  return {
    letters: inside.length === 0 ? folded : `${folded} ${inside.join(" ")}`,
    digits: placedDigits(phoneText(phone), 0),
    words: [
      ...words,
      ...sounds.map((sound) => `${SOUND}${sound}`),
      ...numberParts(phone).map((part) => `${NUMBER_PART}${part}`),
    ].join(" "),
  };
}

/** What a number is found by with one or two digits: its first ones, with and without +1, and its last ones. */
function numberParts(phone: number): string[] {
  const digits = String(phone);
  const isNorthAmerican = digits.length === 11 && digits.startsWith("1");
  const first = isNorthAmerican ? [digits, digits.slice(1)] : [digits];
  return [
    ...first.flatMap((all) => [all.slice(0, 1), all.slice(0, 2)]),
    digits.slice(-1),
    digits.slice(-2),
  ];
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const APOSTROPHES = /['’‘ʼ`´]/g;

/** The words of a name, folded: "O’Neil" is "oneil", and also "o" and "neil". */
export function wordsOf(name: string): string[] {
  const words: string[] = fold(name.replace(APOSTROPHES, " ")).match(WORD) ?? [];
  const joined = withoutApostrophes(name);
  return joined === name ? words : [...new Set([...words, ...(fold(joined).match(WORD) ?? [])])];
}

export function withoutApostrophes(text: string): string {
  return text.replace(APOSTROPHES, "");
}

const MIN_SOUND = 2;
const V_LIKE_W = /(?<=[bcdghkqst])v/g;
const SILENT_D = /(?<=n)d(?=[^aeiouy])/g;
const sounds = new Map<string, string>();
/** Names repeat, and each word takes half a microsecond. */
const MAX_SOUNDS = 20_000;

/**
 * How a folded word sounds in English: its consonants, and a vowel that begins it. Empty if that says too little. "Sean" and
 * "Shawn" sound the same, because the rules of spelling don't know that the S of "Sean" is spoken like SH, and so do
 * "Abernathy" and "Abernaty": a TH (0) is often misheard. After a consonant, a V is written for a W: "Gven", "Lindkvist".
 * The D of "Lindquist" isn't heard, nor the H of "Hwang".
 */
export function soundOf(word: string): string {
  let sound = sounds.get(word);
  if (sound === undefined) {
    const heard = word.replace(V_LIKE_W, "w").replace(SILENT_D, "").replace(/^hw/, "hu");
    const [first] = doubleMetaphone(/\p{N}/u.test(word) ? "" : heard);
    const consonants = first.replaceAll("X", "S").replaceAll("0", "T").toLowerCase();
    sound = first.length < MIN_SOUND ? "" : consonants.replace(/^a/, word.slice(0, 1));
    if (sounds.size >= MAX_SOUNDS) sounds.clear();
    sounds.set(word, sound);
  }
  return sound;
}

/** The words that it becomes with a letter left out or swapped with the next: "luchia" has "lucia", "jhon" has "john". */
export function misspellingsOf(word: string): string[] {
  const letters = Array.from(word);
  return letters.flatMap((letter, at) => {
    const start = letters.slice(0, at).join("");
    const [next = "", ...rest] = letters.slice(at + 1);
    const end = rest.join("");
    return [start + next + end, start + next + letter + end];
  });
}
