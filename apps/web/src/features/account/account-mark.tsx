import type { AccountStatus } from "@heliograph/contract";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

const looks: Record<AccountStatus, { readonly status: string; readonly shape: ReactNode }> = {
  active: { status: "normal", shape: <circle cx="6" cy="6" r="5" fill="currentColor" /> },
  invited: {
    status: "warning",
    shape: <circle cx="6" cy="6" r="4.200" fill="none" stroke="currentColor" strokeWidth="2.200" />,
  },
  disabled: {
    status: "offline",
    shape: <path d="M2 2l8 8M10 2l-8 8" stroke="currentColor" strokeWidth="2.400" />,
  },
};

/** Whether an account can sign in, as colour, shape and word. */
export function AccountMark({ status }: { readonly status: AccountStatus }) {
  const { t } = useTranslation();
  const look = looks[status];
  return (
    <span className="status" data-status={look.status}>
      <svg viewBox="0 0 12 12" aria-hidden="true" focusable="false">
        {look.shape}
      </svg>
      {t(`accounts.statuses.${status}`)}
    </span>
  );
}
