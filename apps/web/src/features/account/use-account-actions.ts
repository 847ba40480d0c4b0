import { endpoints } from "virtual:endpoints";
import type { AccountDetail } from "@heliograph/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../shared/api/api-error.ts";
import { useChange } from "../../shared/api/queries.ts";
import { sentencesOf } from "../../shared/api/shown-refusals.ts";
import { askConfirm } from "../../shared/ui/dialog/asking.ts";

/** Disabling, enabling and deleting an account after a confirmation; shows what prevents the deletion. */
export function useAccountActions(account: AccountDetail | undefined, onGone: () => void) {
  const { t } = useTranslation();
  const disable = useChange(endpoints.account.disable);
  const enable = useChange(endpoints.account.enable);
  const unlock = useChange(endpoints.account.removeSecondFactors);
  const erase = useChange(endpoints.account.delete, { refusalIn: "card" });
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const name = account?.userName ?? "";

  async function switchOff(): Promise<void> {
    if (account === undefined) return;
    const result = await askConfirm({
      title: t("accounts.disableTitle", { name }),
      text: t("accounts.disableText"),
      confirmText: t("accounts.disable"),
      kind: "danger",
    });
    // The call itself shows the refusal.
    if (result === "confirm")
      await disable.mutateAsync({ accountId: account.accountId }).catch(() => undefined);
  }

  async function switchOn(): Promise<void> {
    if (account !== undefined)
      await enable.mutateAsync({ accountId: account.accountId }).catch(() => undefined);
  }

  async function removeFactors(): Promise<void> {
    if (account === undefined) return;
    const result = await askConfirm({
      title: t("accounts.removeFactorsTitle", { name }),
      text: t("accounts.removeFactorsText"),
      confirmText: t("accounts.removeFactors"),
      kind: "danger",
    });
    if (result === "confirm")
      await unlock.mutateAsync({ accountId: account.accountId }).catch(() => undefined);
  }

  async function remove(): Promise<void> {
    if (account === undefined) return;
    const result = await askConfirm({
      title: t("accounts.deleteTitle", { name }),
      text: t("accounts.deleteText"),
      confirmText: t("accounts.delete"),
      kind: "danger",
    });
    if (result !== "confirm") return;
    try {
      await erase.mutateAsync({ accountId: account.accountId, revision: account.revision });
      onGone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusals(sentencesOf(error));
    }
  }

  return { refusals, disable: switchOff, enable: switchOn, remove, removeFactors };
}
