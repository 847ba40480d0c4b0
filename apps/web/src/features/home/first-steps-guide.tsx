import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf } from "../../shared/api/queries.ts";
import { useCan } from "../../shared/auth/allowed.tsx";
import { Step, Steps } from "../../shared/ui/layout/steps.tsx";

const equips: ReadonlySet<StationDetail["level"]> = new Set(["owner", "administrator", "installer"]);

/** Leads from the empty console to the first report; each step shows what is really there. */
export function FirstStepsGuide({ plantCount }: { plantCount: number }) {
  const { t } = useTranslation();
  const list = useQuery({
    ...queryOf(endpoints.station.list, { pageSize: 1, sort: "createdAt", order: "desc" }),
    enabled: plantCount > 0,
  });
  const plant = list.data?.rows[0];
  const detail = useQuery({
    ...queryOf(endpoints.station.get, { stationId: plant?.stationId ?? "" }),
    enabled: plant !== undefined,
  });
  const mayAddDevices = useCan("device:add") === true;
  // What others shared is not the reader's to equip.
  if (plantCount > 0 && (!mayAddDevices || detail.data === undefined || !equips.has(detail.data.level)))
    return null;
  const hasGateway = (detail.data?.gatewayCount ?? 0) > 0;
  const afterPlant = hasGateway ? 2 : 1;
  const current = plantCount === 0 ? 0 : afterPlant;
  return (
    <Steps title={t("guide.title")} text={t("guide.text")}>
      <Step
        number={1}
        state={current > 0 ? "done" : "now"}
        title={t("guide.addPlant")}
        text={t("guide.addPlantText")}
      >
        <Link className="button" data-kind="primary" to="/add-power-station">
          {t("home.addPlant")}
        </Link>
      </Step>
      <Step
        number={2}
        state={stateOf(1, current)}
        title={t("guide.addGateway")}
        text={plant === undefined ? t("guide.addGatewayText") : t("guide.addGatewayTo", { name: plant.name })}
      >
        {plant !== undefined && (
          <Link className="button" data-kind="primary" to={`/station/${plant.stationId}/devices?add=gateway`}>
            {t("guide.addGateway")}
          </Link>
        )}
      </Step>
      <Step
        number={3}
        state={stateOf(2, current)}
        title={t("guide.firstReport")}
        text={t("guide.firstReportText")}
      >
        {plant !== undefined && (
          <Link className="button" to={`/station/${plant.stationId}`}>
            {t("guide.watch")}
          </Link>
        )}
      </Step>
    </Steps>
  );
}

function stateOf(step: number, current: number): "done" | "now" | "later" {
  if (step < current) return "done";
  return step === current ? "now" : "later";
}
