import { endpoints } from "virtual:endpoints";
import { schema as plantSchema } from "virtual:form/station.add";
import type { UserInfo } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../shared/api/queries.ts";
import { useEndpointForm } from "../../shared/form/use-endpoint-form.ts";
import { useCachedPage } from "../../shared/routing/cached-page.ts";
import { Awaiting } from "../../shared/ui/layout/page/page-body.tsx";
import { withSearch } from "./location/coordinate-search.ts";
import { findPlantConflicts, NEW_PERIOD } from "./plant-rules.ts";
import { StationEditor } from "./station-editor.tsx";
import { suggestCurrency } from "./suggest-currency.ts";
import { layoutOf, usePlantSections } from "./use-plant-sections.tsx";

const schema = withSearch(plantSchema);
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const firstValues = { timeZone, currency: suggestCurrency(timeZone), tariff: { periods: [NEW_PERIOD] } };

/** A new plant (R2.7); its owner is the user until another account is chosen. */
export function AddStationPage() {
  const user = useQuery(queryOf(endpoints.user.getUserInfo));
  if (user.data === undefined) return <Awaiting awaited={user} />;
  return <NewStation user={user.data} />;
}

function NewStation({ user }: { readonly user: UserInfo }) {
  const { t } = useTranslation();
  const { close } = useCachedPage();
  const { accountId, userName, companyName } = user;
  const sections = usePlantSections({
    creator: { value: accountId, label: `${userName} · ${companyName}` },
  });
  const form = useEndpointForm({
    endpoint: endpoints.station.add,
    schema,
    layout: layoutOf(sections),
    findConflicts: findPlantConflicts,
    initial: { ...firstValues, ownerId: accountId },
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
