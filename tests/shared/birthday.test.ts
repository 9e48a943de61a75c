import { expect, test } from "bun:test";
import fc from "fast-check";
import { formatBirthday, isBirthday, parseBirthday } from "#src/shared/birthday.ts";

test.each([
  ["1990-05-14", "1990-05-14"],
  ["--05-14", "--05-14"],
  ["--0514", "--05-14"],
  ["1604-05-14", "--05-14"],
  ["1990-05-14T00:00:00Z", "1990-05-14"],
  ["5/14/1990 12:00 AM", "1990-05-14"],
  ["5/14", "--05-14"],
  ["14.5.", "--05-14"],
  ["14/5/90", "1990-05-14"],
  ["5-14-05", "2005-05-14"],
  ["5/5/1990", "1990-05-05"],
  ["May 14", "--05-14"],
  ["may 14th, 1990", "1990-05-14"],
  ["14 May 1990", "1990-05-14"],
  ["14-May-90", "1990-05-14"],
  ["Sept. 3", "--09-03"],
  ["February 29", "--02-29"],
  ["2/29/1992", "1992-02-29"],
  ["2/29/1990", undefined],
  ["February 30", undefined],
  ["13/13", undefined],
  ["5/1/2027", undefined],
  ["1850-05-14", undefined],
  ["Mayo 14", undefined],
  ["n/a", undefined],
  ["", undefined],
])("%p is the birthday %p", (text, birthday) => {
  expect(parseBirthday(text)).toBe(birthday);
});

test("a date with both parts up to 12 is read by the order of its column", () => {
  expect(parseBirthday("5.1.2027", true)).toBe("2027-01-05");
  expect(parseBirthday("5.1.2027", false)).toBe("2027-05-01");
  expect(parseBirthday("5/14/2027", true)).toBe("2027-05-14");
});

test("every birthday survives being formatted and read again", () => {
  const year = fc.option(fc.integer({ min: 1900, max: 2100 }));
  const day = fc.integer({ min: 0, max: 365 });
  fc.assert(
    fc.property(year, day, (y, days) => {
      const date = new Date(Date.UTC(y ?? 2000, 0, 1 + days)).toISOString().slice(0, 10);
      const birthday = y === null ? `-${date.slice(4)}` : date;
      expect(isBirthday(birthday)).toBe(Number(date.slice(0, 4)) <= 2100);
      if (isBirthday(birthday)) expect(parseBirthday(formatBirthday(birthday))).toBe(birthday);
    }),
  );
});
