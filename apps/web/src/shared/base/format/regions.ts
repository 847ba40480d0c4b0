import type { RegionCode } from "@heliograph/contract";
import type { MessageKey } from "../i18n/i18n.ts";
import { translate } from "../i18n/i18n.ts";

// Browsers know the names of countries; of larger regions each knows others, most none.
const regionKeys: Readonly<Record<RegionCode, MessageKey>> = {
  "001": "region.world",
  "002": "region.africa",
  "003": "region.northAmerica",
  "009": "region.oceania",
  "035": "region.southeastAsia",
  "142": "region.asia",
  "145": "region.middleEast",
  "150": "region.europe",
  "419": "region.latinAmerica",
};

const isRegion = (code: string): code is RegionCode => code in regionKeys;

/** Name of a country or larger region in the language on screen, whose tag this is. */
export function regionName(code: string, tag: string): string {
  if (isRegion(code)) return translate(regionKeys[code]);
  return new Intl.DisplayNames(tag, { type: "region" }).of(code) ?? code;
}
