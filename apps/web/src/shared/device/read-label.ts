import { REGISTRATION_CODE, SERIAL_NUMBER } from "@heliograph/contract/label-patterns";
import { cleanCode, cleanSn } from "./registration-code.ts";

/** What the label of a device says. */
export interface Label {
  readonly sn: string;
  /** Absent on a label that has only a bar code of the serial number. */
  readonly registrationCode?: string;
}

const named = (names: string, text: string): string =>
  new RegExp(`(?:^|[\\s;,&|?])(?:${names})\\s*[:=]\\s*([^;,&|\\n\\r]+)`, "iu").exec(text)?.[1]?.trim() ?? "";

function toLabel(sn: string, code: string): Label | undefined {
  const [serial, registrationCode] = [cleanSn(sn), cleanCode(code)];
  if (!SERIAL_NUMBER.test(serial)) return undefined;
  return REGISTRATION_CODE.test(registrationCode) ? { sn: serial, registrationCode } : { sn: serial };
}

/**
 * Serial number and registration code in the text of a QR or bar code: named (`SN:…;RC:…`, also as parameters of an
 * address), one after the other, or the serial number alone. Undefined for a code that is about something else.
 */
export function readLabel(text: string): Label | undefined {
  const sn = named("sn|s/n|serial(?: number)?", text);
  if (sn !== "") return toLabel(sn, named("rc|code|registration(?: ?code)?", text));
  const parts = text.trim().split(/[\s;,|]+/u);
  return parts.length <= 2 ? toLabel(parts[0] ?? "", parts[1] ?? "") : undefined;
}
