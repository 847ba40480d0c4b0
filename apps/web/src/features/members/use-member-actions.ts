import { endpoints } from "virtual:endpoints";
import type { MemberRow } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../shared/api/api-error.ts";
import { dropPath, useChange } from "../../shared/api/queries.ts";
import { askConfirm } from "../../shared/ui/dialog/asking.ts";
import type { Members } from "./members.ts";

/** Actions that end the access of others, each after a confirmation. */
export function useMemberActions() {
  const { t } = useTranslation();
  const ending = useChange(endpoints.sharing.shareEnd);
  const withdrawal = useChange(endpoints.sharing.transferWithdraw);

  /** The error is on screen already; another user was faster, so the list is read again. */
  async function settle(done: Promise<unknown>): Promise<void> {
    try {
      await done;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await dropPath(endpoints.sharing.members.path);
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

    async withdraw({ transferId, toName }: NonNullable<Members["transfer"]>): Promise<void> {
      const title = t("transfer.withdrawTitle", { name: toName });
      if (await isSure(title, t("transfer.withdrawText"), t("transfer.withdraw")))
        await settle(withdrawal.mutateAsync({ transferId }));
    },
  };
}
