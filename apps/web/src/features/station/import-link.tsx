import type { StationDetail } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "../../shared/auth/allowed.tsx";
import { isInstallLevel } from "../../shared/plant/use-can-add-devices.ts";

/** Leads those who may import devices into the plant to the file. */
export function ImportLink({ plant }: { readonly plant: StationDetail }) {
  const { t } = useTranslation();
  const canImport = useCan("device:import") === true;
  if (!canImport || !isInstallLevel(plant)) return null;
  return (
    <Link className="button" to={`/control/import?plant=${plant.stationId}`}>
      {t("guide.import")}
    </Link>
  );
}
