import { MAX_COPY_TARGETS } from "@heliograph/contract/parameter-limits";
import type { MessageKey } from "../../../shared/base/i18n/i18n.ts";

export type ControllerAction = "acquire" | "set" | "copy";
export type ControllerType = "MCON" | "DCON";

const NOTHING_SELECTED: Readonly<Record<ControllerAction, MessageKey>> = {
  acquire: "commands.controller.selectAcquire",
  set: "commands.controller.selectSet",
  copy: "commands.controller.selectCopy",
};

/** Why an action cannot begin with so many selected devices (R5.10, R5.12); undefined if it can. */
export function findChoiceProblem(
  action: ControllerAction,
  type: ControllerType,
  selected: number,
): MessageKey | undefined {
  const isGateway = type === "DCON";
  if (selected === 0) return isGateway ? "commands.controller.selectGateway" : NOTHING_SELECTED[action];
  if (action === "acquire") return selected > MAX_COPY_TARGETS ? "commands.controller.tooMany" : undefined;
  if (selected === 1) return undefined;
  return isGateway ? "commands.controller.onlyOneGateway" : "commands.controller.onlyOne";
}
