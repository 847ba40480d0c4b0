import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PageBody } from "../../shared/ui/layout/page/page-body.tsx";
import { FileCard } from "./file-card.tsx";
import { ImportStages } from "./import-stages.tsx";
import { ImportSteps } from "./import-steps.tsx";
import type { Source } from "./use-import.ts";
import "./import.css";

/** Devices from a file: into a plant, or into the register (R1.7). */
export function ImportPage() {
  const { t } = useTranslation();
  const [source, setSource] = useState<Source>();
  return (
    <PageBody title={t("title.deviceImport")} text={t("deviceImport.intro")}>
      {source === undefined ? (
        <>
          <ImportStages now={0} />
          <FileCard onRead={setSource} />
        </>
      ) : (
        <ImportSteps key={source.read.importId} source={source} onEnd={() => setSource(undefined)} />
      )}
    </PageBody>
  );
}
