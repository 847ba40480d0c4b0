import { endpoints } from "virtual:endpoints";
import type { MemberRow } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ApiError } from "../../shared/api/api-error.ts";
import { dropPath, useChange } from "../../shared/api/queries.ts";
import { askConfirm } from "../../shared/ui/dialog/asking.ts";
import type { Members } from "./members.ts";

/** Actions that end access, each after a confirmation. */
export function useMemberActions({ stationId, name }: { stationId: string; name: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const ending = useChange(endpoints.sharing.shareEnd);
  const leaving = useChange(endpoints.sharing.shareLeave);
  const withdrawal = useChange(endpoints.sharing.transferWithdraw);

  /** The error is on screen already; another user was faster, so the list is read again. */
  async function settle(done: Promise<unknown>): Promise<boolean> {
    try {
      await done;
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await dropPath(endpoints.sharing.members.path);
      return false;
    }
  }

  async function isSure(title: string, text: string, confirmText: string): Promise<boolean> {
    return (await askConfirm({ title, text, confirmText, kind: "danger" })) === "confirm";
  }

  return {
    async end({ grantId, name: who, way, level }: MemberRow): Promise<void> {
      if (grantId === null) return;
      const words =
        way === "invitation"
          ? ([
              t("members.withdrawTitle", { name: who }),
              t("members.withdrawText"),
              t("members.withdraw"),
            ] as const)
          : ([
              t("members.endTitle", { name: who }),
              t(level === "administrator" ? "members.endAdministratorText" : "members.endText", {
                name: who,
              }),
              t("members.end"),
            ] as const);
      if (await isSure(...words)) await settle(ending.mutateAsync({ grantId }));
    },

    async leave(): Promise<void> {
      const title = t("members.leaveTitle", { name });
      if (!(await isSure(title, t("members.leaveText"), t("members.leave")))) return;
      if (await settle(leaving.mutateAsync({ stationId }))) await navigate("/home");
    },

    async withdraw({ transferId, toName }: NonNullable<Members["transfer"]>): Promise<void> {
      const title = t("transfer.withdrawTitle", { name: toName });
      if (await isSure(title, t("transfer.withdrawText"), t("transfer.withdraw")))
        await settle(withdrawal.mutateAsync({ transferId }));
    },
  };
}
