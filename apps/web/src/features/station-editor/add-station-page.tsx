import { endpoints } from "virtual:endpoints";
import { schema as plantSchema } from "virtual:form/station.add";
import { useTranslation } from "react-i18next";
import { useEndpointForm } from "../../shared/form/use-endpoint-form.ts";
import { useCachedPage } from "../../shared/routing/cached-page.ts";
import { withSearch } from "./location/coordinate-search.ts";
import { findPlantConflicts, NEW_PERIOD } from "./plant-rules.ts";
import { StationEditor } from "./station-editor.tsx";
import { suggestCurrency } from "./suggest-currency.ts";
import { layoutOf, usePlantSections } from "./use-plant-sections.tsx";

const schema = withSearch(plantSchema);
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const firstValues = { timeZone, currency: suggestCurrency(timeZone), tariff: { periods: [NEW_PERIOD] } };

/** A new plant (R2.7). */
export function AddStationPage() {
  const { t } = useTranslation();
  const { close } = useCachedPage();
  const sections = usePlantSections();
  const form = useEndpointForm({
    endpoint: endpoints.station.add,
    schema,
    layout: layoutOf(sections),
    findConflicts: findPlantConflicts,
    initial: firstValues,
    onDone: ({ stationId }) => close(`/station/${stationId}`),
  });
  return (
    <StationEditor
      title={t("title.addStation")}
      parent={{ address: "/home", name: t("frame.home") }}
      form={form}
      sections={sections}
      saveText={t("form.save")}
    />
  );
}
