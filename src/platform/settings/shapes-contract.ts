import * as z from "zod/mini";
import {
  type NameWhere,
  SETTINGS,
  type SettingName,
  type SettingsValues,
  type Table,
} from "./table-contract.ts";

type EditableName = NameWhere<{ readonly shape: z.ZodMiniType }>;
type StaffName = NameWhere<{ readonly audience: "staff" }>;

/** Admins get every value, other staff only what their screens need. */
type SentShape<Name extends SettingName> =
  Table[Name]["reply"] extends z.ZodMiniType<infer Reply>
    ? Name extends StaffName
      ? z.ZodMiniType<Reply>
      : z.ZodMiniOptional<z.ZodMiniType<Reply>>
    : never;
type SentName = NameWhere<{ readonly reply: z.ZodMiniType }>;

const rows = Object.entries(SETTINGS) as [SettingName, Table[SettingName]][];

export const DEFAULTS = pick((row) => row.default) as SettingsValues;

/** The shapes of the values as they are sent. */
export const SENT_SHAPES = pick(({ reply, audience }) =>
  reply && audience === "admin" ? z.optional(reply as z.ZodMiniType) : reply,
) as { [Name in SentName]: SentShape<Name> };

/** Only the fields present change. An empty secret clears it; leave it out to keep it. */
export const SettingsChange = z.partial(
  z.object(
    pick(({ shape }) => shape) as {
      [Name in EditableName]: Extract<Table[Name]["shape"], z.ZodMiniType>;
    },
  ),
);
export type SettingsChange = z.infer<typeof SettingsChange>;

/** One column of the table, without the rows that lack it. */
function pick(column: (row: Table[SettingName]) => unknown): object {
  return Object.fromEntries(
    rows.flatMap(([name, row]) => {
      const value = column(row);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
