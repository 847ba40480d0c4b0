import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../shared/api/queries.ts";
import { formatDateTime } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { PlantPage } from "../../shared/plant/plant-page.tsx";
import { PlantSection } from "../../shared/plant/plant-section.tsx";
import { useLeavePlant } from "../../shared/plant/use-leave-plant.ts";
import { useCachedPage } from "../../shared/routing/cached-page.ts";
import { Awaiting } from "../../shared/ui/layout/page/page-body.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import type { Members, MembersDialog } from "./members.ts";
import { MembersActions } from "./members-actions.tsx";
import { MembersTable } from "./members-table.tsx";
import { OpenTransfer } from "./open-transfer.tsx";
import { PlantLog } from "./plant-log.tsx";
import { SettingsDialog } from "./settings-dialog.tsx";
import { ShareDialog } from "./share-dialog.tsx";
import { TransferDialog } from "./transfer-dialog.tsx";
import { useMemberActions } from "./use-member-actions.ts";
import "./members.css";

const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What a user with shared access can grant to others. */
function formatGiving(giving: Members["giving"], t: TFunction, tag: string): string[] {
  if (giving.administrators) return [];
  const { latestEndsAt } = giving;
  if (latestEndsAt === null) return [t("members.giving")];
  return [
    t("members.giving"),
    t("members.givingUntil", { at: formatDateTime(Date.parse(latestEndsAt), viewerZone, tag) }),
  ];
}

/** Users with access to a plant; sharing, transfer and settings start here (R6.4, R6.5, R6.7). */
export function MembersPage() {
  const { t } = useTranslation();
  return (
    <PlantPage tab="members" title={t("title.members")}>
      {({ plant }) => <PlantMembers plant={plant} />}
    </PlantPage>
  );
}

function PlantMembers({ plant }: { readonly plant: StationDetail }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { close: closeTab } = useCachedPage();
  const { stationId, name } = plant;
  const [dialog, setDialog] = useState<MembersDialog>();
  const members = useQuery(queryOf(endpoints.sharing.members, { stationId }));
  const ops = useQuery(queryOf(endpoints.permission.checkStationOp, { stationId }));
  const actions = useMemberActions();
  const leave = useLeavePlant(plant);
  const { data } = members;
  const close = (): void => setDialog(undefined);
  if (data === undefined) return <Awaiting awaited={members} />;
  return (
    <>
      <PlantSection
        text={[t("members.lead"), ...formatGiving(data.giving, t, tag)].join(" ")}
        actions={
          <MembersActions
            ops={ops.data}
            isShared={data.rows.some(({ way, isMine }) => way === "grant" && isMine)}
            isOffered={data.transfer !== null}
            onOpen={setDialog}
            onLeave={() => void leave()}
          />
        }
      />
      {data.transfer !== null && (
        <OpenTransfer
          transfer={data.transfer}
          mayWithdraw={ops.data?.transfer.allowed === true}
          onWithdraw={actions.withdraw}
        />
      )}
      <MembersTable
        rows={data.rows}
        mayEnd={ops.data?.share.allowed === true}
        mayEndAdministrators={data.giving.administrators}
        onEnd={actions.end}
      />
      <PlantLog stationId={stationId} />
      {dialog === "share" && (
        <ShareDialog stationId={stationId} name={name} giving={data.giving} onClose={close} />
      )}
      {dialog === "transfer" && (
        <TransferDialog stationId={stationId} name={name} members={data.rows} onClose={close} />
      )}
      {dialog === "delete" && (
        <DeleteDialog stationId={stationId} name={name} onDone={() => closeTab("/home")} onClose={close} />
      )}
      {dialog === "settings" && <SettingsDialog plant={plant} onClose={close} />}
    </>
  );
}
