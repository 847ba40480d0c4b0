import type { AccountRow } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { Link } from "react-router";
import { formatDateTime } from "../../shared/base/format/times.ts";
import { Avatar } from "../../shared/ui/content/avatar.tsx";
import { Missing } from "../../shared/ui/status/quantity.tsx";
import type { Column } from "../../shared/ui/table/column.ts";
import { AccountStatusMark } from "./account-status-mark.tsx";

// One column has accounts of all time zones.
const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

type Text =
  | "nickname"
  | "customerTypeName"
  | "roleName"
  | "upstreamCompanyName"
  | "supervisorName"
  | "phone"
  | "email"
  | "contact"
  | "remarks";

/** The columns of R3.6. */
export function accountColumns(
  t: TFunction,
  tag: string,
  canReadCompanies: boolean,
  open: (row: AccountRow) => void,
): readonly Column<AccountRow>[] {
  const text = (key: Text): Column<AccountRow> => ({
    key,
    titleKey: `accounts.${key}`,
    isTruncated: true,
    render: (row) => row[key] || <Missing />,
    exportValue: (row) => row[key],
  });
  const hidden = (column: Column<AccountRow>): Column<AccountRow> => ({ ...column, isInitiallyHidden: true });
  return [
    {
      key: "userName",
      titleKey: "accounts.userName",
      isHideable: false,
      isTruncated: true,
      render: (row) => (
        <span className="account-person">
          <Avatar {...row} name={row.userName} size="small" />
          <button type="button" className="link-button account-name" onClick={() => open(row)}>
            {row.userName}
          </button>
        </span>
      ),
      exportValue: (row) => row.userName,
    },
    {
      key: "status",
      titleKey: "accounts.status",
      render: (row) => <AccountStatusMark status={row.status} />,
      exportValue: (row) => t(`accounts.statuses.${row.status}`),
    },
    text("roleName"),
    {
      key: "companyName",
      titleKey: "accounts.companyName",
      isTruncated: true,
      render: (row) =>
        canReadCompanies ? (
          <Link to={`/company-detail?companyId=${row.companyId}`}>{row.companyName}</Link>
        ) : (
          row.companyName
        ),
      exportValue: (row) => row.companyName,
    },
    text("email"),
    text("phone"),
    text("supervisorName"),
    // With these two, long names in every cell would push the last column off a page of 1520 px.
    hidden(text("upstreamCompanyName")),
    hidden(text("customerTypeName")),
    hidden(text("nickname")),
    hidden({
      key: "salutation",
      titleKey: "personal.salutation",
      render: (row) => (row.salutation ? t(`personal.salutations.${row.salutation}`) : <Missing />),
      exportValue: (row) => row.salutation && t(`personal.salutations.${row.salutation}`),
    }),
    hidden(text("remarks")),
    hidden({
      key: "relation",
      titleKey: "accounts.relation",
      render: (row) => t(`accounts.relations.${row.relation}`),
      exportValue: (row) => t(`accounts.relations.${row.relation}`),
    }),
    hidden(text("contact")),
    {
      key: "createdAt",
      titleKey: "accounts.createdAt",
      render: (row) => (
        <time className="quantity" dateTime={row.createdAt}>
          {formatDateTime(Date.parse(row.createdAt), viewerZone, tag)}
        </time>
      ),
      exportValue: (row) => row.createdAt,
    },
  ];
}
