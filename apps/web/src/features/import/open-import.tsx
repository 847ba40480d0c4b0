import { endpoints } from "virtual:endpoints";
import type { ImportState } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../shared/api/api-error.ts";
import { queryOf } from "../../shared/api/queries.ts";
import { useShown } from "../../shared/api/shown-refusals.ts";
import { Awaiting } from "../../shared/ui/layout/page/page-body.tsx";
import type { EditsState } from "./cell-edits.ts";
import type { FileCardProps } from "./file-card.tsx";
import { ImportStart } from "./import-start.tsx";
import { ImportSteps } from "./import-steps.tsx";
import type { Source } from "./use-import.ts";

/** No such import of the account, or an address that is not one. */
const MISSING_CODES: readonly string[] = ["A0404", "A0400"];

interface OpenImportProps extends EditsState, FileCardProps {
  readonly importId: string;
  /** The plant in the address. */
  readonly linked: string | null;
  readonly onEnd: () => void;
}

/** Continues an import where it is; starts anew with the reason where it cannot be continued. */
export function OpenImport({ importId, linked, onRead, ...steps }: OpenImportProps) {
  const { t } = useTranslation();
  // As it was opened: from then on the steps follow it.
  const [opened, setOpened] = useState<ImportState>();
  const found = useQuery({
    ...queryOf(endpoints.deviceImport.get, { importId }),
    enabled: opened === undefined,
    refetchOnMount: "always",
  });
  // What was read of it before says nothing about the job under way.
  if (opened === undefined && found.isFetchedAfterMount && found.data !== undefined) setOpened(found.data);
  const isUnknown = found.error instanceof ApiError && MISSING_CODES.includes(found.error.code ?? "");
  useShown(isUnknown ? found.error : undefined);
  const source = opened && toSource(importId, opened, linked);
  if (source !== undefined && source !== null) return <ImportSteps source={source} {...steps} />;
  if (source !== null && !isUnknown) return <Awaiting awaited={found} />;
  return (
    <>
      <p className="card import-card" role="alert">
        {t("deviceImport.gone")}
      </p>
      <ImportStart onRead={onRead} />
    </>
  );
}

/** Null where the plant is not known: neither the upload, nor a check, nor the address names it. */
function toSource(
  importId: string,
  { kind, fileName, total, columns, areColumnsChanged, lastRun, state, ...opened }: ImportState,
  linked: string | null,
): Source | null {
  const stationId = kind === "plant" ? (opened.stationId ?? linked) : null;
  if (kind === "plant" && stationId === null) return null;
  return {
    ...{ kind, fileName, lastRun },
    stationId: stationId ?? undefined,
    read: { importId, total, columns },
    isChecked: (state !== "read" || lastRun !== null) && !areColumnsChanged,
  };
}
