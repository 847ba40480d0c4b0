import { endpoints } from "virtual:endpoints";
import type { AccountDetail } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../shared/api/queries.ts";
import { Allowed } from "../../shared/auth/allowed.tsx";
import { Avatar } from "../../shared/ui/content/avatar.tsx";
import { Fact, Facts } from "../../shared/ui/content/facts.tsx";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { Dialog } from "../../shared/ui/dialog/dialog.tsx";
import { FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { Refusals } from "../../shared/ui/status/refusal-list.tsx";
import { ResetPasswordDialog, ScopeDialog } from "./account-dialogs.tsx";
import { EditAccountDialog } from "./account-form.tsx";
import { AccountStatusMark } from "./account-status-mark.tsx";
import { useAccountActions } from "./use-account-actions.ts";

interface AccountDrawerProps {
  readonly accountId: string;
  readonly onClose: () => void;
}

const dialogs = { edit: EditAccountDialog, password: ResetPasswordDialog, scope: ScopeDialog };

/** One account: properties, plant access and actions. */
export function AccountDrawer({ accountId, onClose }: AccountDrawerProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<keyof typeof dialogs>();
  const { data, error, isError, refetch } = useQuery(queryOf(endpoints.account.get, { accountId }));
  const Open = open === undefined ? undefined : dialogs[open];
  return (
    <>
      <Dialog kind="drawer" title={data?.userName ?? t("accounts.account")} onClose={onClose}>
        {data === undefined && !isError && <Skeleton width="100%" height="32rem" />}
        {data === undefined && isError && <FailedState error={error} onRetry={() => void refetch()} />}
        {data !== undefined && (
          <>
            <AccountFacts account={data} />
            <AccountButtons account={data} onOpen={setOpen} onGone={onClose} />
          </>
        )}
      </Dialog>
      {data !== undefined && Open !== undefined && <Open account={data} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function AccountFacts({ account }: { readonly account: AccountDetail }) {
  const { t } = useTranslation();
  const sees =
    account.scopeKind === "company"
      ? t("accounts.scopes.company")
      : account.scopeStations.map(({ name }) => name).join(", ") || t("accounts.scopeNone");
  return (
    <Facts>
      <Fact name={t("personal.avatar")}>
        <Avatar {...account} name={account.userName} size="large" />
      </Fact>
      <Fact name={t("accounts.status")}>
        <AccountStatusMark status={account.status} />
      </Fact>
      <Fact name={t("accounts.roleName")}>{account.roleName}</Fact>
      <Fact name={t("accounts.nickname")}>{account.nickname}</Fact>
      <Fact name={t("personal.salutation")}>
        {account.salutation && t(`personal.salutations.${account.salutation}`)}
      </Fact>
      <Fact name={t("accounts.relation")}>{t(`accounts.relations.${account.relation}`)}</Fact>
      <Fact name={t("accounts.customerTypeName")}>{account.customerTypeName}</Fact>
      <Fact name={t("accounts.companyName")}>{account.companyName}</Fact>
      <Fact name={t("accounts.upstreamCompanyName")}>{account.upstreamCompanyName}</Fact>
      <Fact name={t("accounts.supervisorName")}>{account.supervisorName}</Fact>
      <Fact name={t("accounts.scope")}>{sees}</Fact>
      <Fact name={t("accounts.email")}>{account.email}</Fact>
      <Fact name={t("accounts.phone")}>{account.phone}</Fact>
      <Fact name={t("accounts.contact")}>{account.contact}</Fact>
      <Fact name={t("accounts.remarks")}>{account.remarks}</Fact>
    </Facts>
  );
}

interface ButtonsProps {
  readonly account: AccountDetail;
  readonly onOpen: (dialog: keyof typeof dialogs) => void;
  readonly onGone: () => void;
}

function AccountButtons({ account, onOpen, onGone }: ButtonsProps) {
  const { t } = useTranslation();
  const { refusals, disable, enable, remove, removeFactors } = useAccountActions(account, onGone);
  if (!account.isWithinRights) return <p className="hint account-note">{t("accounts.holdsMore")}</p>;
  const button = (text: string, act: () => void, kind?: "danger") => (
    <button type="button" className="button" {...(kind && { "data-kind": kind })} onClick={act}>
      {text}
    </button>
  );
  return (
    <>
      <Refusals sentences={refusals} />
      <div className="account-buttons">
        <Allowed to="account:edit">
          <button type="button" className="button" data-kind="primary" onClick={() => onOpen("edit")}>
            <Icon name="edit" />
            {t("accounts.edit")}
          </button>
          {button(t("accounts.scopeButton"), () => onOpen("scope"))}
          {!account.isOneself && button(t("accounts.reset"), () => onOpen("password"))}
          {!account.isOneself &&
            account.hasSecondFactor &&
            button(t("accounts.removeFactors"), () => void removeFactors())}
          {!account.isOneself &&
            (account.status === "disabled"
              ? button(t("accounts.enable"), () => void enable())
              : button(t("accounts.disable"), () => void disable()))}
        </Allowed>
        <Allowed to="account:delete">
          {!account.isOneself && button(t("accounts.delete"), () => void remove(), "danger")}
        </Allowed>
      </div>
    </>
  );
}
