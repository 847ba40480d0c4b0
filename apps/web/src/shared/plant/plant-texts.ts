import type { Part } from "../base/i18n/i18n.ts";

/** Texts that the header of a plant needs on each of its pages. */
export const plantTexts: readonly Part[] = ["console", "sharing", "safety"];
