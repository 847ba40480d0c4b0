import { endpoints } from "virtual:endpoints";
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../../../shared/api/queries.ts";
import { Dialog } from "../../../../shared/ui/dialog/dialog.tsx";
import { Awaiting } from "../../../../shared/ui/layout/page/page-body.tsx";
import { EmptyState } from "../../../../shared/ui/status/empty-state.tsx";
import { VersionList } from "./version-list.tsx";
import type { VersionViewProps } from "./version-view.tsx";
import { VersionView } from "./version-view.tsx";
import "./versions.css";

type VersionsDialogProps = Omit<VersionViewProps, "number" | "versions">;

/** Versions of a layout that were published: who and when, what differs, and back into the draft. */
export function VersionsDialog(props: VersionsDialogProps) {
  const { plant, onClose } = props;
  const { t } = useTranslation();
  const { stationId } = plant;
  const [selected, setSelected] = useState<number>();
  const [befores, setBefores] = useState<readonly (number | undefined)[]>([undefined]);
  const pages = useQueries({
    queries: befores.map((before) => queryOf(endpoints.layout.versions, { stationId, before })),
  });
  const [first] = pages;
  const versions = pages.flatMap(({ data }) => data?.rows ?? []);
  const last = pages.at(-1)!;
  const next = last.data?.next ?? undefined;
  const shown = selected ?? versions[0]?.number;
  return (
    <Dialog title={t("layoutEditor.versions.title")} onClose={onClose}>
      <div className="versions-dialog">
        {first?.data === undefined && <Awaiting awaited={first!} />}
        {first?.data?.rows.length === 0 && (
          <EmptyState
            icon="clock"
            title={t("layoutEditor.versions.none")}
            text={t("layoutEditor.versions.noneText")}
          />
        )}
        {shown !== undefined && (
          <>
            <VersionList
              {...{ versions }}
              timeZone={plant.timeZone}
              selected={shown}
              isBusy={last.isFetching}
              onSelect={setSelected}
              {...(next !== undefined && { onMore: () => setBefores([...befores, next]) })}
            />
            <VersionView {...props} number={shown} versions={versions} />
          </>
        )}
      </div>
    </Dialog>
  );
}
