import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { ApiError } from "../../shared/api/api-error.ts";
import { queryOf, useChange } from "../../shared/api/queries.ts";
import { useKeptPage, usePageLabel, useUnsaved } from "../../shared/routing/kept-page.ts";
import { useCan } from "../../shared/session/allowed.tsx";
import { useDraft } from "../../shared/session/use-draft.tsx";
import { Blank, FailedBlank, Skeleton } from "../../shared/ui/blank.tsx";
import { StationMissing } from "../../shared/ui/station-missing.tsx";
import { findOverruled, pickFields, toStationChange, toStationForm } from "./station-changes.ts";
import type { Fixed } from "./station-editor.tsx";
import { StationEditor } from "./station-editor.tsx";
import type { StationForm } from "./station-form.ts";
import { TariffHistory } from "./tariff-history.tsx";

const NO_CHANGES: Partial<StationForm> = {};

/** What was typed, over the plant as it was read then. */
interface Edit {
  readonly base: StationDetail;
  readonly changes: Partial<StationForm>;
  /** What stood in the fields before someone else changed the plant. */
  readonly before?: Partial<StationForm>;
}

/** What is kept of an edit that is not sent: the fields typed in, and what stood there. */
interface EditDraft {
  readonly changes: Partial<StationForm>;
  readonly before: Partial<StationForm>;
}

/** The plant of the address, as the editor takes it (R2.7). */
export function EditedStationPage() {
  const { id = "" } = useParams();
  return <EditStationPage stationId={id} />;
}

/** A plant's fields, to be changed. */
function EditStationPage({ stationId }: { readonly stationId: string }) {
  const { t } = useTranslation();
  const station = useQuery(queryOf(endpoints.station.get, { stationId }));
  usePageLabel(station.data && t("form.editOf", { name: station.data.name }));
  if (station.data === undefined) {
    if (!station.isError) return <Skeleton width="100%" height="60rem" />;
    const isMissing = station.error instanceof ApiError && [400, 403, 404].includes(station.error.status);
    return isMissing ? (
      <StationMissing error={station.error} />
    ) : (
      <FailedBlank error={station.error} onRetry={() => void station.refetch()} />
    );
  }
  if (!station.data.mayEdit)
    return (
      <div className="card">
        <h1 className="visually-hidden">{t("title.editStation")}</h1>
        <Blank icon="lock" title={t("refused.title")} text={t("refused.text")} />
      </div>
    );
  return <Editor plant={station.data} reread={async () => (await station.refetch()).data} />;
}

interface EditorProps {
  readonly plant: StationDetail;
  readonly reread: () => Promise<StationDetail | undefined>;
}

function Editor({ plant, reread }: EditorProps) {
  const { t } = useTranslation();
  const [edit, setEdit] = useState<Edit>();
  const { close } = useKeptPage();
  const maySetTariff = useCan("station:tariff") === true;
  const update = useChange(endpoints.station.update, { refusalIn: "form" });

  // Until something is typed the form follows the plant; from then on it stays with what was read.
  const base = edit?.base ?? plant;
  const original = useMemo(() => toStationForm(base), [base]);
  const form = { ...original, ...(edit?.changes ?? NO_CHANGES) };
  const change = toStationChange(original, form, base);
  const isChanged = Object.keys(change).length > 2;
  useUnsaved(isChanged);
  const changes = edit?.changes ?? NO_CHANGES;
  const { offer, drop } = useDraft<EditDraft>({
    form: "/workData/powerStation/update",
    id: plant.stationId,
    revision: base.revision ?? "",
    typed: isChanged ? { changes, before: pickFields({ ...original, ...edit?.before }, changes) } : undefined,
    // Over the plant as it is now: what became of it meanwhile is told, not written over unseen.
    take: ({ changes: taken, before }, { isStale }) =>
      setEdit({ base: plant, changes: taken, ...(isStale && { before }) }),
  });
  const address = `/station/${plant.stationId}`;

  function set(changes: Partial<StationForm>): void {
    setEdit((before) => ({ base: plant, ...before, changes: { ...before?.changes, ...changes } }));
  }

  async function save(): Promise<void> {
    try {
      if (isChanged) await update.mutateAsync(change);
    } catch (error) {
      if (error instanceof ApiError && error.code === "A0440") {
        const fresh = await reread();
        if (fresh !== undefined)
          setEdit((before) => ({ base: fresh, changes: before?.changes ?? NO_CHANGES, before: original }));
      }
      throw error;
    }
    drop();
    close(address);
  }

  const fixed: Fixed = {
    timeZone: t("form.fixedBecause.timeZone"),
    meteringLevel: t("form.fixedBecause.level"),
    ...(base.fixedFields.includes("gridConnectionDate") && { gridDate: t("form.fixedBecause.gridDate") }),
    ...(base.fixedFields.includes("currency") && { currency: t("form.fixedBecause.currency") }),
    ...(!maySetTariff && { tariff: t("form.fixedBecause.tariff") }),
  };
  return (
    <StationEditor
      offer={offer}
      title={t("form.editOf", { name: plant.name })}
      parent={{ address, name: plant.name }}
      form={form}
      fixed={fixed}
      set={set}
      saveText={t("form.saveChanges")}
      isSaving={update.isPending}
      save={save}
      tariffNote={({ tariffFrom: refusal }) => (
        <TariffHistory
          plant={base}
          from={form.tariffFrom}
          isChanged={change.tariff !== undefined}
          refusal={refusal}
          onFrom={(tariffFrom) => set({ tariffFrom })}
        />
      )}
    >
      {edit?.before !== undefined && (
        <Overruled fields={findOverruled(edit.before, original, edit.changes)} />
      )}
    </StationEditor>
  );
}

/** Someone was faster: what of theirs the form would write over. */
function Overruled({ fields }: { readonly fields: ReturnType<typeof findOverruled> }) {
  const { t } = useTranslation();
  return (
    <div className="card station-overruled" role="status">
      <p>{t("form.stale.kept")}</p>
      {fields.length > 0 && (
        <>
          <p>{t("form.stale.both")}</p>
          <ul>
            {fields.map(({ name, theirs }) => (
              <li key={name}>
                {t(`form.${name}`)}: <b>{theirs || "–"}</b>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
