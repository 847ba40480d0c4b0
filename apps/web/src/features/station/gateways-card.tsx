import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { queryOf } from "../../shared/api/queries.ts";
import { IconButton } from "../../shared/ui/content/icon-button.tsx";
import { EmptyState, FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { OperatingStatus } from "../../shared/ui/status/operating-status.tsx";
import { TimeAgo } from "../../shared/ui/status/time-ago.tsx";
import { CommissioningLink } from "./commissioning-link.tsx";
import { ImportLink } from "./import-link.tsx";
import { RejectedDrawer } from "./rejected-drawer.tsx";

/** The plant's gateways: connection and rejected reports. */
export function GatewaysCard({ plant }: { plant: StationDetail }) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const gateways = useQuery(
    queryOf(endpoints.device.list, { stationId: plant.stationId, type: "DCON", pageSize: 50 }),
  );
  const shown = gateways.data?.rows.find(({ deviceId }) => deviceId === params.get("rejected"));

  // Everything the list of this gateway has left in the address begins with the same word.
  function show(deviceId: string | undefined): void {
    const others = [...params].filter(([name]) => !name.startsWith("rejected"));
    setParams([...others, ...(deviceId === undefined ? [] : [["rejected", deviceId] as [string, string]])], {
      replace: deviceId === undefined,
    });
  }

  return (
    <section className="card gateways" aria-label={t("gateway.title")}>
      <div className="card-head">
        <h2>{t("gateway.title")}</h2>
        <span className="note">
          {t("gateway.online", { online: plant.onlineGatewayCount, count: plant.gatewayCount })}
        </span>
        <ImportLink plant={plant} />
        <CommissioningLink plant={plant} />
      </div>
      {gateways.isPending && (
        <div className="chart-wait">
          <Skeleton width="100%" height="9rem" />
        </div>
      )}
      {gateways.isError && <FailedState error={gateways.error} onRetry={() => void gateways.refetch()} />}
      {gateways.data?.total === 0 && (
        <EmptyState icon="wifi" title={t("gateway.none")} text={t("gateway.noneText")} />
      )}
      <ul>
        {gateways.data?.rows.map((gateway) => (
          <li key={gateway.deviceId}>
            <div>
              <Link to={`/device/${gateway.deviceId}`}>
                <strong>{gateway.alias || gateway.sn}</strong>
              </Link>
              <span className="gateway-model">
                {gateway.alias === "" ? "" : `${gateway.sn} · `}
                {[gateway.model, gateway.softwareVersion].filter(Boolean).join(" · ")}
              </span>
            </div>
            <div className="gateway-state">
              <OperatingStatus status={gateway.communicationStatus} />
              <span className="gateway-model">
                <TimeAgo at={gateway.updatedAt} timeZone={plant.timeZone} />
              </span>
            </div>
            <IconButton
              icon="box"
              label={t("rejected.open", { sn: gateway.sn })}
              isQuiet
              onClick={() => show(gateway.deviceId)}
            />
          </li>
        ))}
      </ul>
      {shown !== undefined && <RejectedDrawer device={shown} onClose={() => show(undefined)} />}
    </section>
  );
}
