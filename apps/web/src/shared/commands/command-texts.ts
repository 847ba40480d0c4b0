import type { Command, CommandResult, DeviceParameters } from "@heliograph/contract";
import type { TFunction } from "i18next";
import type { MessageKey } from "../base/i18n/i18n.ts";
import type { StatusVariant } from "../ui/status/status-mark.tsx";

export type { DeviceParameters };

/** A key has no dots. */
const keyOf = (name: string): string => name.replaceAll(".", "_");

export const opText = (op: Command["op"], t: TFunction): string =>
  t(`commands.op.${keyOf(op)}` as MessageKey);

export const STATE_VARIANTS: Readonly<Record<Command["state"], StatusVariant>> = {
  queued: "waiting",
  delivered: "waiting",
  accepted: "scheduled",
  running: "scheduled",
  done: "good",
  refused: "fault",
  failed: "fault",
  unconfirmed: "warning",
  expired: "inactive",
  cancelled: "inactive",
};

export const RESULT_VARIANTS: Readonly<Record<CommandResult["state"], StatusVariant>> = {
  waiting: "waiting",
  done: "good",
  failed: "fault",
  unconfirmed: "warning",
  unsent: "inactive",
};

/** Why a command or a result is as it is; undefined without a code. */
export const codeText = (code: Command["code"], t: TFunction): string | undefined =>
  code === null ? undefined : t(`commands.code.${code}`);

/** The device that a command concerns, or how many. */
export function targetText({ targetSn, resultCount, gatewaySn }: Command, t: TFunction): string {
  if (targetSn !== null) return targetSn;
  return resultCount > 1 ? t("commands.units", { total: resultCount }) : gatewaySn;
}
