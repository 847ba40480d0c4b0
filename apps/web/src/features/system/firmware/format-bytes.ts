import { countDigits, formatNumber } from "../../../shared/base/format/numbers.ts";

const KIB = 1024;

/** The size of a file: in MB, or in KB where it is smaller. */
export function formatBytes(bytes: number, tag: string): string {
  const [value, unit] = bytes >= KIB * KIB ? [bytes / KIB / KIB, "MB"] : [bytes / KIB, "KB"];
  return `${formatNumber(value, tag, value < 1 ? 2 : countDigits(value))} ${unit}`;
}
