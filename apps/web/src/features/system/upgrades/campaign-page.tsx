import { endpoints } from "virtual:endpoints";
import type { Campaign } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { ApiError } from "../../../shared/api/api-error.ts";
import { queryOf, useChange } from "../../../shared/api/queries.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import {
  campaignVariants,
  progressText,
  windowText,
  yieldText,
} from "../../../shared/device/upgrade-texts.ts";
import { formatMoment } from "../../../shared/logs/moments.ts";
import { usePageLabel } from "../../../shared/routing/cached-page.ts";
import { Fact, Facts } from "../../../shared/ui/content/facts.tsx";
import { askConfirm } from "../../../shared/ui/dialog/asking.ts";
import { PageBody } from "../../../shared/ui/layout/page/page-body.tsx";
import { EmptyState } from "../../../shared/ui/status/empty-state.tsx";
import { StatusMark } from "../../../shared/ui/status/status-mark.tsx";
import { CampaignDevices } from "./campaign-devices.tsx";
import { upgradesPath } from "./upgrades-tab.tsx";
import { useReload } from "./use-reload.ts";
import "./upgrades.css";

/** One campaign: how far it is, its devices, and pausing, resuming and cancelling it. */
export function CampaignPage() {
  const { t } = useTranslation();
  const { id = "" } = useParams();
  const found = useQuery(queryOf(endpoints.upgrade.get, { campaignId: id }));
  const campaign = found.data;
  usePageLabel(campaign?.firmwareName);
  useReload(endpoints.upgrade.get.path, campaign !== undefined && campaign.finishedAt === null);
  if (found.error instanceof ApiError && [400, 404].includes(found.error.status))
    return (
      <section className="card">
        <EmptyState icon="update" title={t("upgrades.missing")} text={t("upgrades.missingText")} />
      </section>
    );
  return (
    <PageBody
      title={campaign?.firmwareName ?? t("title.upgrades")}
      here={campaign?.firmwareName ?? ""}
      crumbs={[{ text: t("title.upgrades"), address: upgradesPath }]}
      awaited={found}
      beside={
        campaign && (
          <StatusMark
            variant={campaignVariants[campaign.state]}
            text={t(`upgrades.campaignState.${campaign.state}`)}
          />
        )
      }
      actions={campaign?.isControllable && <Actions campaign={campaign} />}
    >
      {campaign && (
        <>
          <Summary campaign={campaign} />
          <CampaignDevices
            campaignId={id}
            isRunning={campaign.finishedAt === null}
            name={campaign.firmwareName}
          />
        </>
      )}
    </PageBody>
  );
}

function Summary({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { total, queued, underWay } = campaign;
  return (
    <section className="card upgrade-summary" aria-label={t("upgrades.counts")}>
      {campaign.pauseReason !== null && (
        <p className="upgrade-paused" role="status">
          {t(`upgrades.pauseReason.${campaign.pauseReason}`)}
        </p>
      )}
      <progress aria-label={progressText(campaign, t)} max={total} value={total - queued - underWay} />
      <p>{t("upgrades.countsOf", { ...campaign })}</p>
      <Facts>
        <Fact name={t("upgrades.column.type")}>{t(`deviceKind.${campaign.type}`)}</Fact>
        <Fact name={t("upgrades.model")}>{campaign.model}</Fact>
        <Fact name={t("upgrades.hardware")}>{campaign.hardware}</Fact>
        <Fact name={t("upgrades.column.version")}>{campaign.version}</Fact>
        <Fact name={t("upgrades.column.wave")}>
          {t("upgrades.waveOf", { wave: campaign.wave, waves: campaign.waves })}
        </Fact>
        <Fact name={t("upgrades.column.failed")}>
          {t("upgrades.failedOf", { count: campaign.failed, limit: campaign.maxFailures })}
        </Fact>
        <Fact name={t("upgrades.window")}>{windowText(campaign, t)}</Fact>
        <Fact name={t("upgrades.yield.title")}>{yieldText(campaign, t, tag)}</Fact>
        <Fact name={t("upgrades.column.by")}>{campaign.byName}</Fact>
        <Fact name={t("upgrades.column.createdAt")}>{formatMoment(campaign.createdAt, tag)}</Fact>
      </Facts>
    </section>
  );
}

function Actions({ campaign: { campaignId, state } }: { readonly campaign: Campaign }) {
  const { t } = useTranslation();
  const pause = useChange(endpoints.upgrade.pause);
  const resume = useChange(endpoints.upgrade.resume);
  const cancel = useChange(endpoints.upgrade.cancel);
  const isBusy = pause.isPending || resume.isPending || cancel.isPending;
  async function askCancel(): Promise<void> {
    const result = await askConfirm({
      title: t("upgrades.cancelTitle"),
      text: t("upgrades.cancelText"),
      confirmText: t("upgrades.cancel"),
      kind: "danger",
    });
    if (result === "confirm") cancel.mutate({ campaignId });
  }
  const isOpen = state === "running" || state === "paused";
  if (!isOpen) return null;
  return (
    <>
      {state === "running" ? (
        <button
          type="button"
          className="button"
          disabled={isBusy}
          onClick={() => pause.mutate({ campaignId })}
        >
          {t("upgrades.pause")}
        </button>
      ) : (
        <button
          type="button"
          className="button"
          data-kind="primary"
          disabled={isBusy}
          onClick={() => resume.mutate({ campaignId })}
        >
          {t("upgrades.resume")}
        </button>
      )}
      <button type="button" className="button" disabled={isBusy} onClick={() => void askCancel()}>
        {t("upgrades.cancel")}
      </button>
    </>
  );
}
