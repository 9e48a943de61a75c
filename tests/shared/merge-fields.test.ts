import { expect, test } from "bun:test";
import { fillFields, findUnknownField } from "#src/shared/merge-fields.ts";

const ada = { name: "Ada van der Berg", phoneNumber: "+12025550111", birthday: "1990-05-14" };
const nobody = { name: "+12025550111", phoneNumber: "+12025550111", birthday: null };

test.each([
  ["Hi {firstName}", ada, "Hi Ada"],
  ["{lastName}, {name}", ada, "van der Berg, Ada van der Berg"],
  ["Hi {firstName|there}", nobody, "Hi there"],
  ["Hi {firstName}", nobody, "Hi "],
  ["See you on {birthday}", ada, "See you on May 14"],
  ["See you on {birthday|your birthday}", nobody, "See you on your birthday"],
  ["Hi {{firstName}}, {{name|you}}", ada, "Hi Ada, Ada van der Berg"],
  ["Keep {this} and {firstname}", ada, "Keep {this} and {firstname}"],
])("%p reads %p", (text, client, filled) => {
  expect(fillFields(text, client)).toBe(filled);
});

test("a client's name is never read as a merge field", () => {
  expect(fillFields("Hi {name}", { ...nobody, name: "{firstName} $& Bob" })).toBe(
    "Hi {firstName} $& Bob",
  );
});

test.each([
  ["Hi {first_name}!", "{first_name}"],
  ["Hi {{firstName}}!", undefined],
  ["Hi {{first_name}}!", "{{first_name}}"],
  ["Hi {firstName|there} {lastName}, see you {soon", undefined],
  ["Hi {firstname}", "{firstname}"],
])("in %j the part in braces that is no field is %j", (text, part) => {
  expect(findUnknownField(text)).toBe(part as string);
});
