import { expect, test } from "bun:test";
import { guessColumns } from "#ui/clients/contacts/csv-columns.ts";
import { savedPhone } from "#ui/clients/contacts/csv-rows.ts";

test.each([
  [
    ["First Name", "Last Name", "Phone"],
    [0, 1, 2],
  ],
  [
    ["phone", "LAST NAME", "client first name"],
    [2, 1, 0],
  ],
  [
    ["Home Phone", "Work Phone", "Phone", "Cell", "Mobile"],
    [undefined, undefined, 4],
  ],
  [
    ["Home Phone", "Phone", "Cell Phone"],
    [undefined, undefined, 2],
  ],
  [
    ["Home Phone", "Work phone", "Phone 2"],
    [undefined, undefined, 2],
  ],
  [
    ["Work Phone", "Home Phone"],
    [undefined, undefined, 0],
  ],
  [
    ["First", "Surname", "Number"],
    [undefined, undefined, undefined],
  ],
])("of %p the guess is %p", (headers, [firstName, lastName, phoneNumber]) => {
  expect(guessColumns(headers)).toEqual({ firstName, lastName, phoneNumber });
});

test.each([
  ["5125550177", "+15125550177"],
  ["+1 737 555 0102", "+17375550102"],
  ["(512) 555-0165", "+15125550165"],
  ["512.555.0119", "+15125550119"],
  ["1 512 555 0119", "+15125550119"],
  [" +44 20 7946 0000", "+442079460000"],
  ["n/a", ""],
  ["", ""],
])("%p is saved as %p", (typed, saved) => expect(savedPhone(typed)).toBe(saved));
