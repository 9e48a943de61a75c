/** The meaning of each column; undefined until it is chosen. */
export interface Mapping {
  readonly firstName: number | undefined;
  readonly lastName: number | undefined;
  readonly phoneNumber: number | undefined;
}

/** The specification's guess from the header. */
export function guessColumns(headers: readonly string[]): Mapping {
  const find = (...tests: ((header: string) => boolean)[]) => {
    const names = headers.map((header) => header.toLowerCase());
    const at = tests.map((test) => names.findIndex(test)).find((found) => found >= 0);
    return at;
  };
  return {
    firstName: find((header) => header.includes("first") && header.includes("name")),
    lastName: find((header) => header.includes("last") && header.includes("name")),
    phoneNumber: find(
      (header) => header.includes("mobile"),
      (header) => header.includes("cell"),
      (header) => header.includes("phone") && !header.includes("home") && !header.includes("work"),
      (header) => header.includes("phone"),
    ),
  };
}
