import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import { isValueStale } from "@heliograph/contract/report-age";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf } from "../../shared/api/queries.ts";
import { findComingSunrise } from "../../shared/base/coming-sunrise.ts";
import { formatClock } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { useLivePlant } from "../../shared/live/live.ts";
import type { IconName } from "../../shared/ui/content/icon.tsx";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { EmptyState, FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { Scaled } from "../../shared/ui/status/quantity.tsx";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";
import { useServerNow } from "../../shared/ui/status/time-ago.tsx";
import type { FlowDevices, FlowDirection, FlowNode, FlowPlace } from "./power-flow.ts";
import { findDirection, listFlowNodes } from "./power-flow.ts";
import "./power-flow.css";

const icons: Record<FlowPlace, IconName> = {
  modules: "panel",
  strings: "columns",
  inverter: "bolt",
  grid: "globe",
};

/** What may be wrong with devices, the worst first, and how many of them the list of devices shows for it. */
const troubles = [
  {
    status: "fault",
    variant: "fault",
    countOf: ({ faultCount }: FlowDevices) => faultCount,
    textKey: "flow.faults",
  },
  {
    status: "alarm",
    variant: "alarm",
    countOf: ({ alarmCount }: FlowDevices) => alarmCount,
    textKey: "flow.alarms",
  },
  {
    status: "warning",
    variant: "warning",
    countOf: ({ warningCount }: FlowDevices) => warningCount,
    textKey: "flow.warnings",
  },
  {
    status: "offline",
    variant: "inactive",
    countOf: ({ offlineCount }: FlowDevices) => offlineCount,
    textKey: "flow.offline",
  },
] as const;

/** Where the plant's power flows now, from the modules to the grid, as far as it is metered. */
export function PowerFlowCard({ plant }: { readonly plant: StationDetail }) {
  const { t } = useTranslation();
  const flow = useQuery(queryOf(endpoints.station.powerFlow, { stationId: plant.stationId }));
  const { countedW, isNight, note } = useFlowState(plant);
  const nodes = flow.data && listFlowNodes(flow.data, plant.meteringLevel, countedW);
  return (
    <section className="card flow" aria-label={t("flow.title")}>
      <div className="card-head">
        <h2>{t("flow.title")}</h2>
        {note !== undefined && <span className="note">{note}</span>}
        <Gateways plant={plant} />
      </div>
      {nodes === undefined && flow.isError && (
        <FailedState error={flow.error} onRetry={() => void flow.refetch()} />
      )}
      {nodes === undefined && !flow.isError && (
        <div className="chart-wait">
          <Skeleton width="100%" height="9rem" />
        </div>
      )}
      {nodes?.length === 0 && <EmptyState icon="panel" title={t("flow.none")} text={t("flow.noneText")} />}
      {nodes !== undefined && nodes.length > 0 && <FlowNodes plant={plant} nodes={nodes} isNight={isNight} />}
    </section>
  );
}

/** The plant's power, unless it is too old, and why nothing flows. */
function useFlowState(plant: StationDetail): {
  countedW: number | null;
  isNight: boolean;
  note: string | undefined;
} {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const now = useServerNow();
  const live = useLivePlant(plant.stationId);
  const updatedAt = live?.updatedAt ?? plant.updatedAt;
  const isOffline = (live?.status ?? plant.status) === "offline";
  const isStale = isOffline || updatedAt === null || isValueStale(updatedAt, plant.reportIntervalS, now);
  const countedW = isStale ? null : ((live === undefined ? plant.powerW : live.powerW) ?? null);
  const sunriseAt = isOffline || (countedW ?? 0) > 0 ? undefined : findComingSunrise(plant.sun, now);
  if (sunriseAt !== undefined)
    return {
      countedW,
      isNight: true,
      note: t("station.sunriseAt", { time: formatClock(sunriseAt, plant.timeZone, tag) }),
    };
  const isAsleep = live?.isAsleep ?? plant.isAsleep;
  const missing = t(isAsleep ? "station.lowLight" : "station.noPower");
  return { countedW, isNight: false, note: countedW === null ? missing : undefined };
}

interface FlowNodesProps {
  readonly plant: StationDetail;
  readonly nodes: readonly FlowNode[];
  readonly isNight: boolean;
}

function FlowNodes({ plant, nodes, isNight }: FlowNodesProps) {
  const { t } = useTranslation();
  const isAcUnmetered = nodes.every(({ place }) => place !== "grid");
  return (
    <ol className="flow-nodes">
      {nodes.map((node, index) => (
        <li key={node.place} data-direction={findDirection(node)}>
          {index > 0 && <FlowLine direction={findDirection(node)} />}
          <Node plant={plant} node={node} isNight={isNight} />
        </li>
      ))}
      {isAcUnmetered && (
        <li data-direction="unknown">
          <FlowLine direction="unknown" />
          <p className="flow-node note">{t("flow.acUnmetered")}</p>
        </li>
      )}
    </ol>
  );
}

/** Dots that move with the power; still for users who prefer no motion. The figures say the same in words. */
function FlowLine({ direction }: { readonly direction: FlowDirection }) {
  return (
    <svg
      className="flow-line"
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <line className="flow-track" x1="0" y1="4" x2="100" y2="4" />
      {(direction === "forward" || direction === "backward") && (
        <line className="flow-dots" data-direction={direction} x1="0" y1="4" x2="100" y2="4" />
      )}
    </svg>
  );
}

interface NodeProps extends Pick<FlowNodesProps, "plant" | "isNight"> {
  readonly node: FlowNode;
}

function Node({ plant, node, isNight }: NodeProps) {
  const { t } = useTranslation();
  const { place, devices, isCounted } = node;
  return (
    <div className="flow-node">
      <span
        className="flow-icon"
        data-trouble={devices !== undefined && devices.faultCount + devices.alarmCount > 0}
      >
        <Icon name={icons[place]} />
      </span>
      <div>
        <p className="flow-name">
          {t(`flow.${place}`)}
          {isCounted && (
            <span className="flow-counted" title={t("flow.countedTip")}>
              {t("flow.counted")}
            </span>
          )}
        </p>
        <p className="flow-power">
          <FlowPower node={node} isNight={isNight} />
        </p>
        {devices !== undefined && <Devices plant={plant} devices={devices} />}
      </div>
    </div>
  );
}

function FlowPower({ node, isNight }: Pick<NodeProps, "node" | "isNight">) {
  const { t } = useTranslation();
  const { place, powerW } = node;
  if (powerW === null && isNight) return t("station.night");
  if (place === "grid") return t(`flow.toGrid.${findDirection(node)}`);
  return <Scaled value={powerW} unit="W" />;
}

function Devices({ plant, devices }: { readonly plant: StationDetail; readonly devices: FlowDevices }) {
  const { t } = useTranslation();
  const { count, asleepCount } = devices;
  const list = `/station/${plant.stationId}/devices`;
  return (
    <p className="flow-devices">
      <span>{t("station.units", { count })}</span>
      {troubles.map(({ status, variant, countOf, textKey }) => {
        const found = countOf(devices);
        return (
          found > 0 && (
            <Link key={status} to={`${list}?status=${status}`}>
              <StatusMark variant={variant} text={t(textKey, { count: found })} />
            </Link>
          )
        );
      })}
      {asleepCount > 0 && <span>{t("flow.asleep", { count: asleepCount })}</span>}
    </p>
  );
}

/** Counts of the plant, as its status and reason: those of another response would contradict them. */
function Gateways({ plant }: { readonly plant: StationDetail }) {
  const { t } = useTranslation();
  const { gatewayCount: count, onlineGatewayCount: online } = plant;
  if (count === null || online === null || count === 0) return null;
  const text = t("gateway.online", { online, count });
  return (
    <Link className="flow-gateways push" to={`/station/${plant.stationId}/devices`}>
      {t("gateway.title")}: {online < count ? <StatusMark variant="inactive" text={text} /> : text}
    </Link>
  );
}
