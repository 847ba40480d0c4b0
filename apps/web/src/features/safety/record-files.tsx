import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { call } from "../../shared/api/api.ts";
import { formatSecond } from "../../shared/base/format/times.ts";
import { shownLanguage, useLocale } from "../../shared/base/i18n/i18n.ts";
import { saveFile } from "./save-file.ts";

interface RecordFilesProps {
  readonly plant: Pick<StationDetail, "stationId" | "name" | "timeZone">;
  readonly operationId: string;
  readonly acceptedAt: string;
}

/** Buttons that save the signed record of an operation. */
export function RecordFiles({ plant, operationId, acceptedAt }: RecordFilesProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const at = formatSecond(Date.parse(acceptedAt), plant.timeZone, tag);
  const save = (format: "pdf" | "json") => {
    const query = { stationId: plant.stationId, operationId, format, language: shownLanguage() };
    const name = `${plant.name} ${acceptedAt.slice(0, 19).replaceAll(":", "")}.${format}`;
    return saveFile(name, call(endpoints.safety.record, { query }));
  };
  return (
    <span className="safety-files">
      {(["pdf", "json"] as const).map((format) => (
        <button
          key={format}
          type="button"
          className="button"
          aria-label={t("records.save", { format: format.toUpperCase(), at })}
          onClick={() => void save(format)}
        >
          {format.toUpperCase()}
        </button>
      ))}
    </span>
  );
}
