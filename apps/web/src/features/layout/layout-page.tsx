import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf } from "../../shared/api/queries.ts";
import { PlantPage } from "../../shared/plant/plant-page.tsx";
import { useCanEditLayout } from "../../shared/plant/use-can-edit-layout.ts";
import { Awaiting } from "../../shared/ui/layout/page/page-body.tsx";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { LayoutView } from "./layout-view.tsx";
import "./layout.css";

/** A plant's modules on the roof, and how they are wired, with their values at any moment of a day. */
export function LayoutPage() {
  const { t } = useTranslation();
  return (
    <PlantPage tab="layout" title={t("frame.layout")} part="layout" isPrivate>
      {({ plant }) => <PlantLayout plant={plant} />}
    </PlantPage>
  );
}

/** For those who may place the plant's devices on the roof. */
function EditLink({ plant }: { readonly plant: StationDetail }) {
  const { t } = useTranslation();
  if (!useCanEditLayout(plant)) return null;
  return (
    <Link className="button" to={`/station/${plant.stationId}/layout/edit`}>
      {t("layoutEditor.open")}
    </Link>
  );
}

function PlantLayout({ plant }: { readonly plant: StationDetail }) {
  const { t } = useTranslation();
  const layout = useQuery(queryOf(endpoints.layout.get, { stationId: plant.stationId }));
  if (layout.data === undefined) return <Awaiting awaited={layout} />;
  if (layout.data.cells.unit.length === 0)
    return (
      <section className="card">
        <EmptyState icon="panel" title={t("layout.empty")} text={t("layout.emptyText")}>
          <EditLink plant={plant} />
        </EmptyState>
      </section>
    );
  const { version, cells } = layout.data;
  return (
    <LayoutView
      key={`${version?.number}/${cells.unit.length}`}
      plant={plant}
      layout={layout.data}
      tools={<EditLink plant={plant} />}
    />
  );
}
