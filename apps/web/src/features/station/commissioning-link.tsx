import type { StationDetail } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { fromPlant } from "../../shared/plant/from-plant.ts";
import { isInstallLevel } from "../../shared/plant/use-can-add-devices.ts";

/** Leads those who install the plant to the comparison of expected and found devices. */
export function CommissioningLink({ plant }: { readonly plant: StationDetail }) {
  const { t } = useTranslation();
  if (!isInstallLevel(plant)) return null;
  return (
    <Link className="button" to={`/station/${plant.stationId}/commissioning`} state={fromPlant}>
      {t("guide.commissioning")}
    </Link>
  );
}
