import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { queryOf } from "../../shared/api/queries.ts";
import { formatDateTime } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { PageBody } from "../../shared/ui/layout/page/page-body.tsx";
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
function formatGiving(giving: Members["giving"] | undefined, t: TFunction, tag: string): string[] {
  if (giving === undefined || giving.administrators) return [];
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
  const { tag } = useLocale();
  const { id: stationId = "" } = useParams();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<MembersDialog>();
  const station = useQuery(queryOf(endpoints.station.get, { stationId }));
  const members = useQuery(queryOf(endpoints.sharing.members, { stationId }));
  const ops = useQuery(queryOf(endpoints.permission.checkStationOp, { stationId }));
  const plant = station.data;
  const name = plant?.name ?? "";
  const actions = useMemberActions({ stationId, name });
  const rows = members.data?.rows ?? [];
  const close = (): void => setDialog(undefined);
  return (
    <PageBody
      title={t("title.members")}
      text={[t("members.lead"), ...formatGiving(members.data?.giving, t, tag)].join(" ")}
      here={t("title.members")}
      crumbs={[{ text: name, address: `/station/${stationId}` }]}
      awaited={members}
      actions={
        <MembersActions
          ops={ops.data}
          isShared={rows.some(({ way, isMine }) => way === "grant" && isMine)}
          isOffered={members.data?.transfer != null}
          onOpen={setDialog}
          onLeave={() => void actions.leave()}
        />
      }
    >
      {members.data?.transfer != null && (
        <OpenTransfer
          transfer={members.data.transfer}
          mayWithdraw={ops.data?.transfer.allowed === true}
          onWithdraw={actions.withdraw}
        />
      )}
      <MembersTable
        rows={rows}
        mayEnd={ops.data?.share.allowed === true}
        mayEndAdministrators={members.data?.giving.administrators === true}
        onEnd={actions.end}
      />
      <PlantLog stationId={stationId} />
      {dialog === "share" && members.data !== undefined && (
        <ShareDialog stationId={stationId} name={name} giving={members.data.giving} onClose={close} />
      )}
      {dialog === "transfer" && (
        <TransferDialog stationId={stationId} name={name} members={rows} onClose={close} />
      )}
      {dialog === "delete" && plant !== undefined && (
        <DeleteDialog
          stationId={stationId}
          name={name}
          onDone={() => void navigate("/home")}
          onClose={close}
        />
      )}
      {dialog === "settings" && plant !== undefined && <SettingsDialog plant={plant} onClose={close} />}
    </PageBody>
  );
}
