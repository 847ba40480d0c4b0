import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { ApiError } from "../../shared/api/api-error.ts";
import { queryOf } from "../../shared/api/queries.ts";
import { nameOf } from "../../shared/device/device-name.ts";
import { useMissing, usePageLabel } from "../../shared/routing/cached-page.ts";
import { PageBody } from "../../shared/ui/layout/page/page-body.tsx";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { CommandsTab } from "./commands-tab.tsx";
import { DataTab } from "./data-tab.tsx";
import { DeviceActions } from "./device-actions.tsx";
import { DeviceLive } from "./device-live.tsx";
import { DeviceStatus } from "./device-status.tsx";
import { DeviceTabs, isDeviceTab } from "./device-tabs.tsx";
import { EventsTab } from "./events-tab.tsx";
import { HistoryTab } from "./history-tab.tsx";
import { OverviewTab } from "./overview-tab.tsx";
import { ParametersTab } from "./parameters-tab.tsx";
import { PlaceTab } from "./place-tab.tsx";
import { UpgradesCard } from "./upgrades-card.tsx";
import "../../shared/plant/plant.css";
import "./device.css";

/** One device: what it is and measures, where it is, and what happened to it. */
export function DevicePage() {
  const { t } = useTranslation();
  const { id: deviceId = "" } = useParams();
  const [params] = useSearchParams();
  const query = useQuery(queryOf(endpoints.device.get, { deviceId }));
  const { data: device, error } = query;
  const { data: model } = useQuery({
    ...queryOf(endpoints.parameters.model, { deviceId }),
    // Of a device that is in no plant nothing more is known.
    enabled: device?.stationId != null,
  });
  const hasParameters = (model?.parameterCount ?? 0) > 0;
  const isMissing = error instanceof ApiError && [400, 404].includes(error.status);
  useMissing(isMissing);
  const name = device && nameOf(device);
  usePageLabel(device && `${t(`deviceKind.${device.type}`)} ${name}`);
  if (isMissing)
    return (
      <section className="card">
        <EmptyState
          icon="panel"
          title={t("devicePage.missing")}
          text={t("devicePage.missingText")}
          error={error}
        />
      </section>
    );
  const asked = params.get("tab");
  const tab = isDeviceTab(asked) ? asked : "overview";
  return (
    <PageBody
      title={name ?? t("frame.devices")}
      here={device?.sn ?? ""}
      crumbs={
        device?.stationId == null
          ? []
          : [{ text: device.stationName ?? "", address: `/station/${device.stationId}/devices` }]
      }
      awaited={query}
      beside={device && <DeviceStatus device={device} />}
      actions={device && <DeviceActions device={device} />}
    >
      {device !== undefined && (
        <div className="plant-page">
          {device.stationId !== null && <DeviceLive stationId={device.stationId} />}
          <DeviceTabs device={device} current={tab} hasParameters={hasParameters} />
          {tab === "overview" && <OverviewTab device={device} model={model} />}
          {tab === "place" && <PlaceTab device={device} />}
          {tab === "data" && <DataTab device={device} />}
          {tab === "events" && <EventsTab device={device} />}
          {tab === "parameters" && hasParameters && <ParametersTab device={device} />}
          {tab === "commands" && <CommandsTab device={device} />}
          {tab === "history" && (
            <>
              <HistoryTab device={device} />
              <UpgradesCard device={device} />
            </>
          )}
        </div>
      )}
    </PageBody>
  );
}
