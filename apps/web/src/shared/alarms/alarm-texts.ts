import type { AlarmRow } from "@heliograph/contract";
import type { FaultName } from "@heliograph/contract/fault-codes";
import { findFaultName } from "@heliograph/contract/fault-codes";
import type { TFunction } from "i18next";

/** Key of a fault code in the texts' part `faults`. */
export const faultKeyOf = (code: string): FaultName | "unknownCode" => findFaultName(code) ?? "unknownCode";

/** Name of an alarm from the catalogue; a maker's own code is named by its number. Needs the texts' part `faults`. */
export function alarmName(code: string, t: TFunction): string {
  const key = faultKeyOf(code);
  return key === "unknownCode" ? `${t("faults.unknownCode.name")} ${code}` : t(`faults.${key}.name`);
}

/** Where a device is, or what it is called. */
export const unitName = ({ slotLabel, alias, sn }: Pick<AlarmRow, "slotLabel" | "alias" | "sn">): string =>
  slotLabel || alias || sn;
