import { MAX_EXPORT_NAME } from "@heliograph/contract/plant-limits";
import type { TFunction } from "i18next";
import { askText } from "../dialog/asking.ts";

/** Excludes characters that file systems refuse in names. */
const fileName = /^[^\\/:*?"<>|\p{Cc}]+$/u;

/** Asks for the name of an export, without its extension; undefined when it was not given. */
export async function askFileName(
  t: TFunction,
  { name, title, text, extension }: { name: string; title: string; text: string; extension: string },
): Promise<string | undefined> {
  const chosen = await askText({
    title,
    text,
    label: t("export.name"),
    initial: `${name} ${new Date().toLocaleDateString("sv")}`.replace(/[\\/:*?"<>|\p{Cc}]/gu, "-"),
    maxLength: MAX_EXPORT_NAME,
    pattern: fileName,
    isValid: (typed) => !/^\.+$/.test(typed),
    errorText: t("export.wrongName"),
    confirmText: t("export.begin"),
  });
  const end = `.${extension}`;
  return chosen?.toLowerCase().endsWith(end) ? chosen.slice(0, -end.length) || extension : chosen;
}
