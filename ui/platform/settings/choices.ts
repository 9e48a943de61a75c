export interface Choice {
  readonly value: string;
  readonly label: string;
}

export const COUNTRIES: readonly Choice[] = [
  { value: "US", label: "United States" },
  { value: "CA", label: "Canada" },
  { value: "GB", label: "United Kingdom" },
  { value: "IE", label: "Ireland" },
  { value: "AU", label: "Australia" },
  { value: "NZ", label: "New Zealand" },
  { value: "DE", label: "Germany" },
  { value: "AT", label: "Austria" },
  { value: "CH", label: "Switzerland" },
  { value: "FR", label: "France" },
  { value: "BE", label: "Belgium" },
  { value: "NL", label: "Netherlands" },
  { value: "ES", label: "Spain" },
  { value: "PT", label: "Portugal" },
  { value: "IT", label: "Italy" },
  { value: "DK", label: "Denmark" },
  { value: "NO", label: "Norway" },
  { value: "SE", label: "Sweden" },
  { value: "FI", label: "Finland" },
  { value: "PL", label: "Poland" },
  { value: "MX", label: "Mexico" },
];

export const CURRENCIES: readonly Choice[] = [
  { value: "USD", label: "US dollar (USD)" },
  { value: "CAD", label: "Canadian dollar (CAD)" },
  { value: "GBP", label: "British pound (GBP)" },
  { value: "EUR", label: "Euro (EUR)" },
  { value: "AUD", label: "Australian dollar (AUD)" },
  { value: "NZD", label: "New Zealand dollar (NZD)" },
  { value: "CHF", label: "Swiss franc (CHF)" },
  { value: "DKK", label: "Danish krone (DKK)" },
  { value: "NOK", label: "Norwegian krone (NOK)" },
  { value: "SEK", label: "Swedish krona (SEK)" },
  { value: "PLN", label: "Polish złoty (PLN)" },
  { value: "MXN", label: "Mexican peso (MXN)" },
];

/** A saved value set through the API may not be one of the options. */
export function includeSaved(choices: readonly Choice[], saved: string): readonly Choice[] {
  if (saved === "" || choices.some(({ value }) => value === saved)) return choices;
  return [{ value: saved, label: saved }, ...choices];
}

export const CALL_MODES: readonly Choice[] = [
  { value: "relay", label: "Live, word by word" },
  { value: "gather", label: "Sentence by sentence" },
];
