import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { queryClient, queryOf } from "../../../shared/api/queries.ts";
import { useCanAddDevices } from "../../../shared/plant/use-can-add-devices.ts";
import { useCanEditLayout } from "../../../shared/plant/use-can-edit-layout.ts";
import { Icon } from "../../../shared/ui/content/icon.tsx";
import { Awaiting } from "../../../shared/ui/layout/page/page-body.tsx";
import { EmptyState } from "../../../shared/ui/status/empty-state.tsx";
import { NoScanNote } from "../no-scan-note.tsx";
import { phonePlantAddress, phoneRoofWorkAddress } from "../phone-addresses.ts";
import { PhoneLayout } from "../phone-layout.tsx";
import { FieldAdd } from "./field-add.tsx";
import { FieldReplace } from "./field-replace.tsx";
import "../phone-plant.css";
import "./phone-field.css";

/** Work on a roof with a phone: adding a device, putting another one at the place of a dead one, and which unit serves which module. */
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
        <FieldWork key={stationId} stationId={stationId} />
      </QueryClientProvider>
    </PhoneLayout>
  );
}

function FieldWork({ stationId }: { readonly stationId: string }) {
  const query = useQuery(queryOf(endpoints.station.get, { stationId }));
  if (query.data === undefined) return <Awaiting awaited={query} />;
  return <FieldForms plant={query.data} />;
}

function FieldForms({ plant }: { readonly plant: StationDetail }) {
  const { t } = useTranslation();
  const mayAdd = useCanAddDevices(plant);
  const mayPlace = useCanEditLayout(plant);
  if (!mayAdd && !mayPlace) return <EmptyState icon="lock" title={t("phoneField.refused")} />;
  return (
    <div className="phone-cards">
      <p className="phone-field-plant">{plant.name}</p>
      {mayAdd && (
        <>
          <NoScanNote />
          <FieldAdd plant={plant} />
          <FieldReplace stationId={plant.stationId} />
        </>
      )}
      {mayPlace && (
        <section className="card phone-card phone-field" aria-labelledby="field-roof">
          <h2 id="field-roof">{t("phoneField.roof")}</h2>
          <p className="note">{t("phoneField.roofText")}</p>
          <Link className="button" to={phoneRoofWorkAddress(plant.stationId)}>
            <Icon name="panel" />
            {t("phoneField.roof")}
          </Link>
        </section>
      )}
    </div>
  );
}
