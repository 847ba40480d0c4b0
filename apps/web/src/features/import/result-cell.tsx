import type { DeviceType, ImportResult } from "@heliograph/contract";
import type { ImportField } from "@heliograph/contract/device-import-limits";
import { useTranslation } from "react-i18next";
import { deviceTypes } from "../../shared/device/device-types.ts";

const MASKED = "••••";

/** The value of a field as the check has read it; registration codes are never sent back. */
export const originalOf = (row: ImportResult, field: ImportField): string =>
  field === "registrationCode" ? "" : (row[field] ?? "");

/** A code that does not match is wrong itself, or its serial number is. */
const isOf = (problem: ImportResult["problems"][number], field: ImportField): boolean =>
  problem.field === field || (problem.key === "importRow.wrongCode" && field === "sn");

const isCodeMissing = ({ problems }: ImportResult): boolean =>
  problems.some(({ key }) => key === "importRow.codeMissing");

interface ResultCellProps {
  readonly row: ImportResult;
  readonly field: ImportField;
  /** A value that was typed and not checked yet. */
  readonly edit: string | undefined;
  /** Absent where the row has no errors, or is written. */
  readonly onEdit: ((value: string) => void) | undefined;
}

/** A cell of the file, which can be corrected in a row with an error. */
export function ResultCell({ row, field, edit, onEdit }: ResultCellProps) {
  const { t } = useTranslation();
  const value = originalOf(row, field);
  if (onEdit === undefined) return field === "registrationCode" ? MASKED : value;
  const isWrong = edit === undefined && row.problems.some((problem) => isOf(problem, field));
  const attributes = {
    className: "input",
    "aria-label": t("deviceImport.cell", { field: t(`deviceImport.field.${field}`), row: row.row }),
    "aria-invalid": isWrong,
    value: edit ?? value,
    "data-edited": edit !== undefined,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onEdit(target.value),
  };
  if (field === "type")
    return (
      <select {...attributes}>
        <option value="" />
        {deviceTypes.map((type: DeviceType) => (
          <option key={type} value={type}>
            {t(`deviceKind.${type}`)}
          </option>
        ))}
      </select>
    );
  return (
    <input
      {...attributes}
      autoComplete="off"
      spellCheck={false}
      placeholder={field === "registrationCode" && !isCodeMissing(row) ? MASKED : undefined}
    />
  );
}
