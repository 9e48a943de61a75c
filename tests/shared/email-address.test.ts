import { expect, test } from "bun:test";
import { EmailAddress } from "#src/shared/email-address.ts";

test.each([
  "ada@example.com",
  "ada@bücher.example",
  "ada@例え.テスト",
  "a.b+c@xn--bcher-kva.example",
])("%s is an email address", (text) => {
  expect(EmailAddress.parse(` ${text} `)).toBe(text);
});

test.each([
  "ada",
  "ada@",
  "@bücher.example",
  "ada@bücher.example/path",
  "ada@bücher.example:25",
  "ada@bü cher.example",
  "ada@bücher",
  "ädä@example.com",
  `${"a".repeat(200)}@bücher.example`,
])("%s is not", (text) => {
  expect(EmailAddress.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
    "Invalid email address",
  ]);
});
