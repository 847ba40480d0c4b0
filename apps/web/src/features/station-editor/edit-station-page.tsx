import { endpoints } from "virtual:endpoints";
import { schema as plantSchema } from "virtual:form/station.update";
import type { StationDetail } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { queryOf } from "../../shared/api/queries.ts";
import { useCan } from "../../shared/auth/allowed.tsx";
import { FormField } from "../../shared/form/form-field.tsx";
import { OverruledFields } from "../../shared/form/form-parts.tsx";
import type { FormLayout } from "../../shared/form/layout.ts";
import { useEndpointForm } from "../../shared/form/use-endpoint-form.ts";
import { usePlant } from "../../shared/plant/use-plant.ts";
import { useCachedPage, usePageLabel } from "../../shared/routing/cached-page.ts";
import { DayInput } from "../../shared/ui/form/date-inputs.tsx";
import { EmptyState, FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { StationMissing } from "../../shared/ui/status/station-missing.tsx";
import { withSearch } from "./location/coordinate-search.ts";
import { findPlantConflicts, isTariffChanged, NEW_PERIOD } from "./plant-rules.ts";
import { StationEditor } from "./station-editor.tsx";
import { PendingTariff } from "./tariff/tariff-change.tsx";
import { TariffHistory } from "./tariff-history.tsx";
import type { PlantSection } from "./use-plant-sections.tsx";
import { layoutOf, usePlantSections } from "./use-plant-sections.tsx";
import { needsZoneDay, PendingZone, ZoneHistory, zoneFromField } from "./zone-change.tsx";

const schema = withSearch(plantSchema);

/** The plant of the address, as the editor takes it (R2.7). */
export function EditedStationPage() {
  const { id = "" } = useParams();
  return <EditStationPage stationId={id} />;
}

/** A plant's fields, to be changed. */
function EditStationPage({ stationId }: { readonly stationId: string }) {
  const { t } = useTranslation();
  const { station, isMissing } = usePlant(stationId);
  usePageLabel(station.data && t("form.editOf", { name: station.data.name }));
  if (station.data === undefined) {
    if (isMissing) return <StationMissing error={station.error} />;
    return station.isError ? (
      <FailedState error={station.error} onRetry={() => void station.refetch()} />
    ) : (
      <Skeleton width="100%" height="60rem" />
    );
  }
  if (!station.data.mayEdit)
    return (
      <div className="card">
        <h1 className="visually-hidden">{t("title.editStation")}</h1>
        <EmptyState icon="lock" title={t("refused.title")} text={t("refused.text")} />
      </div>
    );
  return <Editor plant={station.data} reread={async () => (await station.refetch()).data} />;
}

interface EditorProps {
  readonly plant: StationDetail;
  readonly reread: () => Promise<StationDetail | undefined>;
}

const whyFixed = {
  gridConnectionDate: "form.fixedBecause.gridDate",
  currency: "form.fixedBecause.currency",
} as const;

function Editor({ plant, reread }: EditorProps) {
  const { t } = useTranslation();
  const { close } = useCachedPage();
  const maySetTariff = useCan("station:tariff") === true;
  const sections = usePlantSections({
    locked: {
      meteringLevel: "form.fixedBecause.level",
      ...Object.fromEntries(plant.fixedFields.map((field) => [field, whyFixed[field]])),
    },
    saved: plant,
  })
    .map((section) => (maySetTariff ? section : withoutTariff(section)))
    .map((section) => (plant.hasDatedZone ? withZoneDay(section, plant) : section));
  const address = `/station/${plant.stationId}`;
  const tariffs = useQuery({
    ...queryOf(endpoints.station.tariffs, { stationId: plant.stationId }),
    enabled: maySetTariff,
  });
  const days = { today: plant.today, first: tariffs.data?.rows.at(-1)?.validFrom ?? plant.today };
  const form = useEndpointForm({
    endpoint: endpoints.station.update,
    schema,
    layout: {
      ...layoutOf(sections),
      ...(maySetTariff && tariffFromFields(days)),
    },
    findConflicts: (values) => ({
      ...findPlantConflicts(values),
      ...(needsZoneDay(plant, values) && { timeZoneFrom: "plantEditor.zoneFromNeeded" }),
    }),
    sendsChanges: true,
    ...toRecord(plant),
    async reread() {
      const newer = await reread();
      return newer && toRecord(newer);
    },
    onDone: () => close(address),
  });
  return (
    <StationEditor
      title={t("form.editOf", { name: plant.name })}
      parent={{ address, name: plant.name }}
      form={form}
      sections={sections}
      saveText={t("form.saveChanges")}
      notes={{
        "form.basics": plant.hasDatedZone && (
          <>
            <PendingZone form={form} plant={plant} />
            <ZoneHistory plant={plant} isDirty={form.isDirty} />
          </>
        ),
        "form.tariff": (
          <>
            <FormField form={form} path="tariffFrom" />
            <PendingTariff form={form} plant={plant} />
            <FormField form={form} path="revaluesPast" />
            <TariffHistory plant={plant} />
          </>
        ),
      }}
    >
      <OverruledFields form={form} {...(form.isRebased && { text: t("form.stale.kept") })} />
    </StationEditor>
  );
}

/** A plant as the form begins with it. */
const toRecord = (plant: StationDetail) => ({
  initial: { ...plant, tariff: { periods: [NEW_PERIOD], ...plant.tariff } },
  // Everyone who may change the plant was given a revision.
  fixed: { stationId: plant.stationId, revision: plant.revision ?? "" },
});

const withoutTariff = (section: PlantSection): PlantSection => ({
  ...section,
  ...(section.titleKey === "form.tariff" && { noteKey: "form.fixedBecause.tariff" }),
  fields: Object.fromEntries(Object.entries(section.fields).filter(([path]) => !path.startsWith("tariff."))),
});

/** The day from which another zone holds, beside the zone. */
const withZoneDay = (section: PlantSection, plant: StationDetail): PlantSection => ({
  ...section,
  fields: Object.fromEntries(
    Object.entries(section.fields).flatMap(([path, layout]) =>
      path === "timeZone"
        ? [
            [path, layout],
            ["timeZoneFrom", zoneFromField(plant)],
          ]
        : [[path, layout]],
    ),
  ),
});

/** Since when a changed price is valid, which may be a past day from the plant's first price on if the user asks for it. */
const tariffFromFields = ({
  today,
  first,
}: {
  readonly today: string;
  readonly first: string;
}): FormLayout => ({
  tariffFrom: {
    labelKey: "form.tariffFrom",
    hintKey: "form.tariffFromHint",
    isShown: isTariffChanged,
    render: ({ value, onChange, attributes }) => (
      <DayInput
        attributes={attributes}
        canBeEmpty={false}
        min={first < today ? first : today}
        value={String(value ?? "") || today}
        onChange={onChange}
      />
    ),
  },
  revaluesPast: {
    labelKey: "plantEditor.revaluesPast",
    hintKey: "plantEditor.revaluesPastHint",
    isShown: (values, start) =>
      isTariffChanged(values, start) && (String(values.tariffFrom ?? "") || today) < today,
  },
});
