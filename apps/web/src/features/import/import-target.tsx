import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../shared/api/queries.ts";
import type { Source } from "./use-import.ts";

/** Where the devices of the file go: the plant by its name, or the register. */
export function ImportTarget({ source: { stationId = "" } }: { readonly source: Source }) {
  const { t } = useTranslation();
  const plant = useQuery({
    ...queryOf(endpoints.station.get, { stationId }),
    enabled: stationId !== "",
  });
  if (stationId === "") return <p className="import-target">{t("deviceImport.registerKind")}</p>;
  return (
    <p className="import-target">
      {t("deviceImport.plant")} <strong>{plant.data?.name}</strong>
    </p>
  );
}
