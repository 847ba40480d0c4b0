/** Places by currency (ISO 4217), as time zones name them; a country with several zones has each of them. */
const places: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  Africa: {
    EGP: ["Cairo"],
    EUR: ["Ceuta"],
    KES: ["Nairobi"],
    MAD: ["Casablanca"],
    NGN: ["Lagos"],
    TND: ["Tunis"],
    ZAR: ["Johannesburg"],
  },
  America: {
    ARS: ["Buenos_Aires"],
    BRL: [
      ...["Sao_Paulo", "Bahia", "Fortaleza", "Manaus", "Recife", "Belem", "Cuiaba", "Maceio", "Araguaina"],
      ...["Campo_Grande", "Noronha", "Porto_Velho", "Boa_Vista", "Santarem", "Rio_Branco", "Eirunepe"],
    ],
    CAD: [
      ...[
        "Toronto",
        "Vancouver",
        "Edmonton",
        "Winnipeg",
        "Regina",
        "Halifax",
        "Moncton",
        "St_Johns",
        "Montreal",
      ],
      ...["Calgary", "Whitehorse", "Yellowknife", "Iqaluit", "Thunder_Bay", "Swift_Current"],
    ],
    CLP: ["Santiago", "Punta_Arenas"],
    COP: ["Bogota"],
    MXN: [
      ...[
        "Mexico_City",
        "Monterrey",
        "Tijuana",
        "Cancun",
        "Merida",
        "Chihuahua",
        "Ciudad_Juarez",
        "Hermosillo",
      ],
      ...["Mazatlan", "Matamoros", "Ojinaga", "Bahia_Banderas"],
    ],
    PEN: ["Lima"],
    USD: [
      ...["New_York", "Detroit", "Chicago", "Menominee", "Denver", "Boise", "Phoenix", "Los_Angeles"],
      ...["Anchorage", "Juneau", "Sitka", "Nome", "Puerto_Rico"],
    ],
  },
  Asia: {
    AED: ["Dubai"],
    BDT: ["Dhaka"],
    CNY: ["Shanghai", "Urumqi", "Chongqing", "Harbin"],
    EUR: ["Nicosia", "Famagusta"],
    HKD: ["Hong_Kong"],
    IDR: ["Jakarta", "Pontianak", "Makassar", "Jayapura"],
    ILS: ["Jerusalem", "Tel_Aviv"],
    INR: ["Calcutta", "Kolkata"],
    JPY: ["Tokyo"],
    KRW: ["Seoul"],
    LKR: ["Colombo"],
    MOP: ["Macau"],
    MYR: ["Kuala_Lumpur", "Kuching"],
    NPR: ["Kathmandu", "Katmandu"],
    PHP: ["Manila"],
    PKR: ["Karachi"],
    SAR: ["Riyadh"],
    SGD: ["Singapore"],
    THB: ["Bangkok"],
    TWD: ["Taipei"],
    VND: ["Ho_Chi_Minh", "Saigon"],
  },
  Atlantic: { EUR: ["Canary", "Madeira", "Azores"], ISK: ["Reykjavik"] },
  Europe: {
    ALL: ["Tirane"],
    BAM: ["Sarajevo"],
    BYN: ["Minsk"],
    CHF: ["Zurich", "Vaduz", "Busingen"],
    CZK: ["Prague"],
    DKK: ["Copenhagen"],
    GBP: ["London", "Belfast", "Guernsey", "Isle_of_Man", "Jersey"],
    GIP: ["Gibraltar"],
    HUF: ["Budapest"],
    MDL: ["Chisinau", "Tiraspol"],
    MKD: ["Skopje"],
    NOK: ["Oslo"],
    PLN: ["Warsaw"],
    RON: ["Bucharest"],
    RSD: ["Belgrade"],
    RUB: ["Moscow", "Kaliningrad", "Samara", "Volgograd", "Astrakhan", "Saratov", "Ulyanovsk", "Kirov"],
    SEK: ["Stockholm"],
    TRY: ["Istanbul"],
    UAH: ["Kiev", "Kyiv", "Uzhgorod", "Zaporozhye", "Simferopol"],
  },
  Pacific: { NZD: ["Auckland", "Chatham"], USD: ["Honolulu"] },
};

/** Whole regions, where no place of theirs is listed. */
const regions: readonly [zone: RegExp, currency: string][] = [
  [/^America\/(Indiana|Kentucky|North_Dakota)\//, "USD"],
  [/^America\/Argentina\//, "ARS"],
  [/^Australia\//, "AUD"],
  // All countries that are not listed: those of the euro, and the smallest, which use it.
  [/^Europe\//, "EUR"],
];

const byZone = new Map<string, string>(
  Object.entries(places).flatMap(([region, currencies]) =>
    Object.entries(currencies).flatMap(([currency, names]) =>
      names.map((name) => [`${region}/${name}`, currency] as const),
    ),
  ),
);

/** The currency that is used where clocks show this zone, as far as it is known; only a suggestion. */
export const suggestCurrency = (timeZone: string): string | undefined =>
  byZone.get(timeZone) ?? regions.find(([zone]) => zone.test(timeZone))?.[1];
