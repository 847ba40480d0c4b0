const e164 = /^\+[1-9]\d{6,14}$/;
const chineseMobile = /^(?:86)?(1[3-9]\d{9})$/;
// Countries whose numbers begin with a zero only when dialled from inside. Those of Italy (39), San Marino (378), Benin
// (229), Burkina Faso (226), Congo (242), Côte d'Ivoire (225), Gabon (241) and Niger (227) keep it.
const trunkZero =
  /^(\+(?:1|7|2[07]|3[0-46]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|2(?:[1569]\d|2[0-48]|3\d|4[03-9])|3(?:5\d|7[0-7]|8\d)|42\d|5[09]\d|6[789]\d|8(?:5\d|8[06])|9[679]\d))0+/;

/**
 * A phone number in normalized form, E.164 (`+8613812345678`), however it is typed; undefined for text that is no phone
 * number. Without a country code only a Chinese mobile number can: eleven digits that begin with 13 to 19. Migration 0013
 * reads numbers in the same way.
 */
export function readPhoneNumber(typed: string): string | undefined {
  const plain = typed.replace(/[\s().-]/g, "");
  const mobile = chineseMobile.exec(plain)?.[1];
  const number = mobile === undefined ? plain.replace(/^00/, "+") : `+86${mobile}`;
  const read = number.replace(trunkZero, "$1");
  return e164.test(read) ? read : undefined;
}
