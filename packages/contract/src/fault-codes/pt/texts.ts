import type { FaultTexts } from "../fault-text.ts";
import { eventTexts } from "./events.ts";
import { ownTexts } from "./own.ts";
import { securityTexts } from "./security.ts";

export const faultTexts: FaultTexts = { ...eventTexts, ...ownTexts, ...securityTexts };
