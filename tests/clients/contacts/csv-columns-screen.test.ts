import { expect, test } from "bun:test";
import { IMPORT_COLUMNS, type ImportColumn } from "#src/shared/contact-csv/csv-columns.ts";
import { findUndecided, guessColumns } from "#ui/clients/contacts/guess-columns.ts";

/** The headings that are guessed, in the order of the form, "–" for none; then those about texts by their role. */
function guess(header: string, ...rows: string[]): string {
  const headers = header.split(/[,;]/);
  const mapping = guessColumns({
    headers,
    rows: rows.map((row, at) => ({ number: at + 2, cells: row.split(",") })),
  });
  const name = (column: ImportColumn) => headers[mapping[column] ?? -1] ?? "–";
  const columns = IMPORT_COLUMNS.map(name);
  while (columns.at(-1) === "–") columns.pop();
  const signs = { consent: "+", optedOut: "-", ignored: "" };
  const named = [
    ...Object.entries(mapping.texting ?? {}).map(
      ([at, role]) => [signs[role], Number(at)] as const,
    ),
    ...findUndecided(headers, mapping).map((at) => ["?", at] as const),
  ].flatMap(([sign, at]) => (sign === "" ? [] : `${sign}${headers[at]}`));
  return [...columns, ...named].join(" | ");
}

test.each([
  ["First Name,Last Name,Phone", "First Name | Last Name | Phone"],
  ["phone,LAST NAME,client first name", "client first name | LAST NAME | phone"],
  ["Home Phone,Work Phone,Phone,Cell,Mobile", "– | – | Mobile"],
  ["Home Phone,Phone,Cell Phone", "– | – | Cell Phone"],
  ["Home Phone,Work phone,Phone 2", "– | – | Phone 2"],
  ["Work Phone,Home Phone", "– | – | Work Phone"],
  ["First,Surname,Number", "First | Surname | Number"],
  ["Name,Phone", "Name | Name | Phone"],
  ["Given Name,Family Name,Cell #", "Given Name | Family Name | Cell #"],
  ["Name;Surname;Phone", "Name | Surname | Phone"],
  [
    "Name;Vorname;Telefon;Handy;E-Mail;Geburtsdatum",
    "Vorname | Name | Handy | E-Mail | Geburtsdatum",
  ],
  ["Vorname,Nachname,Festnetz,Mobilnummer", "Vorname | Nachname | Mobilnummer"],
  ["Telefon privat,Rufnummer", "– | – | Rufnummer"],
  [
    "Nom,Prénom,Téléphone fixe,Téléphone portable,Courriel,Date de naissance",
    "Prénom | Nom | Téléphone portable | Courriel | Date de naissance",
  ],
  [
    "Nombre,Apellidos,Teléfono,Móvil,Correo electrónico,Fecha de nacimiento,Etiquetas",
    "Nombre | Apellidos | Móvil | Correo electrónico | Fecha de nacimiento | Etiquetas",
  ],
  ["First Name,Name,Phone", "First Name | Name | Phone"],
  ["First Name,Full Name,Phone", "Full Name | Full Name | Phone"],
  ["Landline,Phone", "– | – | Phone"],
  ["__proto__,constructor,Phone", "– | – | Phone"],
  ["Cancelled Visits,Phonetic First Name,Phone Type", ""],
  ["Emergency Contact Phone,Spouse First Name,Company Name,Excellent,Cellar", ""],
  ["Email Opt Out,Phone Extension", ""],
  ["SMS Consent Timestamp,SMS Consent,Name", "Name | Name | +SMS Consent"],
])("the headings %p are matched to %p", (header, expected) => {
  expect(guess(header)).toBe(expected);
});

const PROGRAMS: [program: string, header: string, row: string, expected: string][] = [
  [
    "Google Contacts",
    "First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Label,Address 1 - Formatted",
    "Ada,,Byrne,,,,,,,,,,,1990-05-14,,,* myContacts,Home,ada@example.com,Mobile,+1 202-555-0111,,",
    "First Name | Last Name | Phone 1 - Value | E-mail 1 - Value | Birthday | Labels",
  ],
  [
    "Google Contacts before 2024",
    "Name,Given Name,Additional Name,Family Name,Yomi Name,Given Name Yomi,Additional Name Yomi,Family Name Yomi,Name Prefix,Name Suffix,Nickname,Birthday,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value",
    "Ada Byrne,Ada,,Byrne,,,,,,,,,* myContacts,* Home,ada@example.com,Mobile,(202) 555-0111",
    "Given Name | Family Name | Phone 1 - Value | E-mail 1 - Value | Birthday | Group Membership",
  ],
  [
    "Outlook",
    "Title,First Name,Middle Name,Last Name,Suffix,Given Yomi,Surname Yomi,Company,Assistant's Phone,Business Fax,Business Phone,Callback,Car Phone,Company Main Phone,Home Phone,Mobile Phone,Other Phone,Pager,Primary Phone,TTY/TDD Phone,Anniversary,Birthday,Categories,E-mail Address,E-mail Type,E-mail Display Name,Spouse",
    ",Ada,,Byrne,,,,,,,,,,,,(202) 555-0111,,,,,,5/14/1990,VIP,ada@example.com,SMTP,Ada Byrne (ada@example.com),",
    "First Name | Last Name | Mobile Phone | E-mail Address | Birthday | Categories",
  ],
  [
    "Apple",
    "First name,Last name,Phonetic first name,Phonetic last name,Nickname,Company,Mobile phone,iPhone,Home phone,Home email,Work email,Birthday,Groups",
    "Ada,Byrne,,,,,(202) 555-0111,,,ada@example.com,,1604-05-14,Clients",
    "First name | Last name | Mobile phone | Home email | Birthday | Groups",
  ],
  [
    "Square",
    "Reference ID,First Name,Last Name,Email Address,Phone Number,Nickname,Company Name,Street Address 1,City,State,Postal Code,Birthday,Memo,Square Customer ID,Creation Source,First Visit,Last Visit,Transaction Count,Lifetime Spend,Email Subscription Status",
    "'1,Ada,Byrne,ada@example.com,'+12025550111,,,1 Main St,Austin,TX,78701,1990-05-14,,X1,Directory,2026-01-01,2026-02-01,2,$120.00,subscribed",
    "First Name | Last Name | Phone Number | Email Address | Birthday",
  ],
  [
    "Square before 2022",
    "Reference ID,First Name,Surname,Company Name,Email Address,Phone Number",
    ",Ada,Byrne,,ada@example.com,2025550111",
    "First Name | Surname | Phone Number | Email Address",
  ],
  [
    "Vagaro",
    "Customer,Mobile,Day Phone,Night Phone,Email,Address,City,State,Zip,Birthday,Customer Since,Last Visited,Appts Booked,Cancelled Visits,No Shows,Amount Paid,Tags",
    "Ada Byrne,(202) 555-0111,,,ada@example.com,,,,78701,05/14/1990,01/02/2020,,4,2,1,$12,VIP",
    "Customer | Customer | Mobile | Email | Birthday | Tags",
  ],
  [
    "Vagaro's template",
    "First Name,Last Name,Email,Cell Phone,Day Phone,Night Phone,Birthday,Tags",
    "Ada,Byrne,ada@example.com,2025550111,,,5/14,VIP",
    "First Name | Last Name | Cell Phone | Email | Birthday | Tags",
  ],
  [
    "Mindbody",
    "ID,Barcode ID,Last Name,First Name,Email,Mobile Phone,Home Phone,Work Phone,Work Extension,Birthday,Emergency Contact,Emergency Phone,Send Schedule Emails,Send Promotional Texts",
    "100012,100012,Byrne,Ada,ada@example.com,2025550111,,,,5/14/1990,Bob,2025550119,Yes,No",
    "First Name | Last Name | Mobile Phone | Email | Birthday | +Send Promotional Texts",
  ],
  [
    "Boulevard",
    "id,firstName,lastName,email,mobilePhone,dob,createdAt,tags,appointmentCount,textMarketingOptIn",
    "c-1,Ada,Byrne,ada@example.com,+12025550111,1990-05-14,2024-01-01,VIP,4,false",
    "firstName | lastName | mobilePhone | email | dob | tags | +textMarketingOptIn",
  ],
  [
    "Fresha",
    "Client ID,First Name,Last Name,Full Name,Blocked,Block Reason,Gender,Mobile Number,Telephone,Email,Accepts Marketing,Accepts SMS Marketing,Address,City,Post Code,Date of Birth,Added,Note,Referral Source",
    "1,Ada,Byrne,Ada Byrne,No,,Female,+1 2025550111,,ada@example.com,No,No,,,,1990-05-14,2024-01-01,,Instagram",
    "First Name | Last Name | Mobile Number | Email | Date of Birth | -Blocked | -Block Reason | +Accepts SMS Marketing | ?Accepts Marketing",
  ],
  [
    "Shopify",
    "Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags",
    "'7001,Ada,Byrne,ada@example.com,yes,,1 Main St,Austin,TX,US,78701,,'+12025550111,no,120.00,2,,no,VIP",
    "First Name | Last Name | Phone | Email | – | Tags | +Accepts SMS Marketing",
  ],
  [
    "Mailchimp",
    "Email Address,First Name,Last Name,Address,Phone Number,Birthday,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION,LAST_CHANGED,LEID,EUID,NOTES,TAGS",
    "ada@example.com,Ada,Byrne,,(202) 555-0111,05/14,2,,,2024-01-01 10:00:00,1.2.3.4,,,,,,US,TX,2024-01-01 10:00:00,1,abc,,VIP",
    "First Name | Last Name | Phone Number | Email Address | Birthday | TAGS",
  ],
  [
    "Klaviyo",
    "Email,Klaviyo ID,First Name,Last Name,Organization,Title,Phone Number,Address,City,Email Marketing Consent,Email Marketing Consent Timestamp,SMS Consent,SMS Consent Timestamp,Initial Source",
    "ada@example.com,01H,Ada,Byrne,,,+12025550111,,,SUBSCRIBED,2024-01-01,UNSUBSCRIBED,2024-01-01,Form",
    "First Name | Last Name | Phone Number | Email | +SMS Consent",
  ],
  [
    "our own export",
    "Name,Phone,Email,Birthday,Tags,Opted out,Undeliverable,Created",
    "Ada Byrne,+12025550111,ada@example.com,1990-05-14,VIP,2026-11-20,,2026-11-01",
    "Name | Name | Phone | Email | Birthday | Tags | -Opted out",
  ],
  [
    "our file of skipped rows",
    "Row,Name,Phone,Email,Tags,Opted out,Undeliverable,Created,Reason",
    "12,Ada Byrne,+12025550111,,,,,2026-11-01,Can't read this number",
    "Name | Name | Phone | Email | – | Tags | -Opted out",
  ],
];

test.each(PROGRAMS)("an export from %s maps automatically", (_, header, row, expected) => {
  expect(guess(header, row)).toBe(expected);
});

test("the values decide between columns whose headings both match", () => {
  const expected = "Name | Name | Phone";
  expect(guess("Name,Mobile,Phone", "Ada,yes,2025550111", "Bea,no,2025550112")).toBe(expected);
  expect(guess("Name,Mobile,Phone", "Ada,,2025550111", "Bea,,2025550112")).toBe(expected);
  expect(guess("Name,Phone,Cell", "Ada,2025550111,", "Bea,,2025550112")).toBe("Name | Name | Cell");
});
