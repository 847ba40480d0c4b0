import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useUnsaved } from "../../shared/routing/cached-page.ts";
import { PageBody } from "../../shared/ui/layout/page/page-body.tsx";
import type { CellEdits } from "./cell-edits.ts";
import { noEdits } from "./cell-edits.ts";
import { toImportQuery } from "./import-address.ts";
import { ImportStart } from "./import-start.tsx";
import { OpenImport } from "./open-import.tsx";
import "./import.css";

/** Devices from a file: into a plant, or into the register (R1.7). The import that is open is in the address. */
export function ImportPage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const importId = params.get("id");
  const linked = params.get("plant");
  const [edited, setEdited] = useState<{ readonly importId: string | null; readonly edits: CellEdits }>();
  const edits = edited?.importId === importId ? edited.edits : noEdits;
  useUnsaved(Object.keys(edits).length > 0);
  return (
    <PageBody title={t("title.deviceImport")} text={t("deviceImport.intro")}>
      {importId === null ? (
        <ImportStart onRead={(read) => setParams(toImportQuery(read))} />
      ) : (
        <OpenImport
          key={importId}
          {...{ importId, linked, edits }}
          onEdits={(change) =>
            setEdited((before) => ({
              importId,
              edits: change(before?.importId === importId ? before.edits : noEdits),
            }))
          }
          onRead={(read) => setParams(toImportQuery(read))}
          onEnd={() => setParams(linked === null ? {} : { plant: linked })}
        />
      )}
    </PageBody>
  );
}
