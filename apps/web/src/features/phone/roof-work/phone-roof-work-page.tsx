import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { queryClient, queryOf } from "../../../shared/api/queries.ts";
import { useCanEditLayout } from "../../../shared/plant/use-can-edit-layout.ts";
import { useEditorData } from "../../../shared/roof/draft/use-editor-data.ts";
import { Icon } from "../../../shared/ui/content/icon.tsx";
import { Awaiting } from "../../../shared/ui/layout/page/page-body.tsx";
import { EmptyState } from "../../../shared/ui/status/empty-state.tsx";
import { phonePlantAddress } from "../phone-addresses.ts";
import { PhoneLayout } from "../phone-layout.tsx";
import { RoofWork } from "./roof-work.tsx";
import "../phone-plant.css";
import "./roof-work.css";

/** Work on a roof with a phone: which unit serves which module. */
export function PhoneRoofWorkPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const stationId = params.get("stationId") ?? "";
  return (
    <PhoneLayout desktopAddress={`/station/${stationId}/layout/edit`}>
      <Link className="phone-back" to={phonePlantAddress(stationId)}>
        <Icon name="left" />
        {t("phoneField.back")}
      </Link>
      <h1>{t("phoneField.roof")}</h1>
      {/* The other phone pages do without the query cache. */}
      <QueryClientProvider client={queryClient}>
        <PlantWork key={stationId} stationId={stationId} />
      </QueryClientProvider>
    </PhoneLayout>
  );
}

function PlantWork({ stationId }: { readonly stationId: string }) {
  const query = useQuery(queryOf(endpoints.station.get, { stationId }));
  if (query.data === undefined) return <Awaiting awaited={query} />;
  return <AllowedWork plant={query.data} />;
}

function AllowedWork({ plant }: { readonly plant: StationDetail }) {
  const { t } = useTranslation();
  if (!useCanEditLayout(plant)) return <EmptyState icon="lock" title={t("layoutEditor.phone.refused")} />;
  return <LoadedWork plant={plant} />;
}

function LoadedWork({ plant }: { readonly plant: StationDetail }) {
  const { t } = useTranslation();
  const { data, accountId, awaited } = useEditorData(plant.stationId);
  if (data === undefined || accountId === undefined) return <Awaiting awaited={awaited} />;
  const { groups } = (data.draft ?? data).layout;
  if (groups.every(({ cells }) => cells.length === 0))
    return <EmptyState icon="panel" title={t("layout.empty")} text={t("layoutEditor.phone.noModules")} />;
  return <RoofWork plant={plant} {...{ accountId, data }} />;
}
