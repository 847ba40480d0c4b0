import { endpoints } from "virtual:endpoints";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { queryClient, queryOf } from "../../../shared/api/queries.ts";
import { useCanAddDevices } from "../../../shared/plant/use-can-add-devices.ts";
import { Icon } from "../../../shared/ui/content/icon.tsx";
import { Awaiting } from "../../../shared/ui/layout/page/page-body.tsx";
import { EmptyState } from "../../../shared/ui/status/empty-state.tsx";
import { phonePlantAddress } from "../phone-addresses.ts";
import { PhoneLayout } from "../phone-layout.tsx";
import { FieldAdd } from "./field-add.tsx";
import { FieldReplace } from "./field-replace.tsx";
import "./phone-field.css";

/** Work on a roof with a phone: adding a device, and putting another one at the place of a dead one. */
export function PhoneFieldPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const stationId = params.get("stationId") ?? "";
  return (
    <PhoneLayout desktopAddress={`/station/${stationId}/devices`}>
      <Link className="phone-back" to={phonePlantAddress(stationId)}>
        <Icon name="left" />
        {t("phoneField.back")}
      </Link>
      <h1>{t("phoneField.title")}</h1>
      {/* The other phone pages do without the query cache. */}
      <QueryClientProvider client={queryClient}>
        <FieldWork stationId={stationId} />
      </QueryClientProvider>
    </PhoneLayout>
  );
}

function FieldWork({ stationId }: { readonly stationId: string }) {
  const query = useQuery(queryOf(endpoints.station.get, { stationId }));
  if (query.data === undefined) return <Awaiting awaited={query} />;
  return <FieldForms plant={query.data} />;
}

function FieldForms({ plant }: { readonly plant: Parameters<typeof useCanAddDevices>[0] }) {
  const { t } = useTranslation();
  if (!useCanAddDevices(plant)) return <EmptyState icon="lock" title={t("phoneField.refused")} />;
  return (
    <div className="phone-cards">
      <p className="phone-field-plant">{plant.name}</p>
      <FieldAdd plant={plant} />
      <FieldReplace stationId={plant.stationId} />
    </div>
  );
}
