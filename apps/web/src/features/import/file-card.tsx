import { endpoints } from "virtual:endpoints";
import type { ImportKind, KeptImport } from "@heliograph/contract";
import { IMPORT_LIMITS } from "@heliograph/contract/device-import-limits";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { call } from "../../shared/api/api.ts";
import { ApiError } from "../../shared/api/api-error.ts";
import { sentenceOf } from "../../shared/api/shown-refusals.ts";
import { useCan } from "../../shared/auth/allowed.tsx";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { Field } from "../../shared/ui/form/field.tsx";
import { PlantPick } from "../../shared/ui/form/pick/picks.tsx";
import { Segmented } from "../../shared/ui/form/segmented.tsx";
import { FileDrop } from "./file-drop.tsx";
import { TemplateLinks } from "./template-links.tsx";

const MIB = 1024 * 1024;

interface Refusals {
  readonly plant?: string;
  readonly file?: string;
}

export interface FileCardProps {
  readonly onRead: (read: Pick<KeptImport, "importId" | "stationId">) => void;
}

/** What to import, where to, and the file; the server reads it before the next step. */
export function FileCard({ onRead }: FileCardProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const [params] = useSearchParams();
  const canRegister = useCan("device:register") === true;
  const [kind, setKind] = useState<ImportKind>("plant");
  const linked = params.get("plant") ?? "";
  const [lastLinked, setLastLinked] = useState(linked);
  const [stationId, setStationId] = useState(linked);
  const [file, setFile] = useState<File>();
  const [isReading, setIsReading] = useState(false);
  const [refusals, setRefusals] = useState<Refusals>({});
  // The page is cached: another plant may have led to it since.
  if (linked !== lastLinked) {
    setLastLinked(linked);
    if (linked !== "") {
      setKind("plant");
      setStationId(linked);
    }
  }
  const limits = { rows: formatNumber(IMPORT_LIMITS.rows, tag, 0), mib: IMPORT_LIMITS.fileMiB };

  function findRefusals(): Refusals {
    const isLarge = file !== undefined && file.size > IMPORT_LIMITS.fileMiB * MIB;
    const fileRefusal =
      file === undefined ? t("deviceImport.noFile") : isLarge && t("deviceImport.tooLarge", limits);
    return {
      ...(kind === "plant" && stationId === "" && { plant: t("deviceImport.choosePlant") }),
      ...(fileRefusal !== false && { file: fileRefusal }),
    };
  }

  async function read(): Promise<void> {
    const found = findRefusals();
    setRefusals(found);
    if (file === undefined || Object.keys(found).length > 0) return;
    setIsReading(true);
    try {
      const response = await call(endpoints.deviceImport.read, {
        query: { kind, fileName: file.name, ...(kind === "plant" && { stationId }) },
        file: new Blob([file], { type: "application/octet-stream" }),
        refusalIn: "field",
      });
      if (response !== undefined)
        onRead({
          importId: response.data.importId,
          stationId: kind === "plant" ? stationId : null,
        });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusals({ file: sentenceOf(error) });
    } finally {
      setIsReading(false);
    }
  }

  return (
    <section className="card import-card" aria-label={t("deviceImport.fileTitle")}>
      {canRegister && (
        <Segmented
          label={t("deviceImport.kind")}
          value={kind}
          options={[
            { value: "plant", text: t("deviceImport.plantKind") },
            { value: "register", text: t("deviceImport.registerKind") },
          ]}
          onChange={setKind}
        />
      )}
      <p className="import-text">
        {t(kind === "plant" ? "deviceImport.plantText" : "deviceImport.registerText")}
      </p>
      {kind === "plant" && (
        <Field
          label={t("deviceImport.plant")}
          isNeeded
          {...(refusals.plant !== undefined && { refusal: refusals.plant })}
        >
          {(attributes) => (
            <PlantPick
              control={{ value: stationId, onChange: (value) => setStationId(String(value)), attributes }}
            />
          )}
        </Field>
      )}
      <TemplateLinks kind={kind} />
      <Field
        label={t("deviceImport.file")}
        isNeeded
        hint={t("deviceImport.limits", limits)}
        {...(refusals.file !== undefined && { refusal: refusals.file })}
      >
        {(attributes) => (
          <FileDrop
            attributes={attributes}
            file={file}
            onFile={(chosen) => {
              setFile(chosen);
              setRefusals({});
            }}
          />
        )}
      </Field>
      <div>
        <button
          type="button"
          className="button"
          data-kind="primary"
          disabled={isReading}
          onClick={() => void read()}
        >
          {isReading ? t("deviceImport.reading") : t("deviceImport.continue")}
        </button>
      </div>
    </section>
  );
}
