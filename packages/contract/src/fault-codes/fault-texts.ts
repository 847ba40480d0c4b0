import type { Language } from "../primitives.ts";
import { faultTexts as en } from "./en/texts.ts";
import type { FaultText, FaultTexts } from "./fault-text.ts";
import { findFaultName } from "./faults.ts";
import { faultTexts as pt } from "./pt/texts.ts";
import { faultTexts as th } from "./th/texts.ts";
import { faultTexts as zhCn } from "./zh-cn/texts.ts";

/** The catalogue's texts in every language, for mails, logs and documents; pages load one language. */
export const faultTexts: Readonly<Record<Language, FaultTexts>> = { "zh-cn": zhCn, en, pt, th };

/** The text for a fault code; a general one for a code that is not in the catalogue. */
export const getFaultText = (language: Language, code: string): FaultText =>
  faultTexts[language][findFaultName(code) ?? "unknownCode"];
