const currencies: readonly [zone: RegExp, currency: string][] = [
  [/^Asia\/(Shanghai|Urumqi|Chongqing|Harbin)$/, "CNY"],
  [/^Asia\/Bangkok$/, "THB"],
  [
    /^America\/(Sao_Paulo|Bahia|Fortaleza|Manaus|Recife|Belem|Cuiaba|Maceio|Araguaina|Campo_Grande|Noronha)$/,
    "BRL",
  ],
  [/^Europe\/(London|Belfast)$/, "GBP"],
  [/^Europe\/Zurich$/, "CHF"],
  [/^Europe\//, "EUR"],
  [/^Asia\/(Calcutta|Kolkata)$/, "INR"],
  [/^Asia\/Tokyo$/, "JPY"],
  [/^Australia\//, "AUD"],
  [
    /^(America\/(New_York|Detroit|Chicago|Menominee|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|(Indiana|Kentucky|North_Dakota)\/.+)|Pacific\/Honolulu)$/,
    "USD",
  ],
];

/** The currency that is used where clocks show this zone, as far as it is known; only a suggestion. */
export const suggestCurrency = (timeZone: string): string | undefined =>
  currencies.find(([zone]) => zone.test(timeZone))?.[1];
