import type { MemberRow } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { Missing } from "../../shared/ui/status/quantity.tsx";

const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface MembersTableProps {
  readonly rows: readonly MemberRow[];
  /** The reader may end grants and take invitations back. */
  readonly mayEnd: boolean;
  readonly mayEndAdministrators: boolean;
  readonly onEnd: (row: MemberRow) => void;
}

/** Users with access to the plant, the owner first. */
export function MembersTable({ rows, mayEnd, mayEndAdministrators, onEnd }: MembersTableProps) {
  const { t } = useTranslation();
  return (
    <section className="card" aria-label={t("members.list")}>
      <div className="members-scroll">
        <table className="members">
          <thead>
            <tr>
              <th scope="col">{t("members.who")}</th>
              <th scope="col">{t("members.sees")}</th>
              <th scope="col">{t("members.commands")}</th>
              <th scope="col">{t("members.since")}</th>
              <th scope="col">{t("members.until")}</th>
              <th scope="col">
                <span className="visually-hidden">{t("members.end")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <Member
                key={row.grantId ?? index}
                row={row}
                mayEnd={mayEnd && (mayEndAdministrators || row.isMine || row.level !== "administrator")}
                onEnd={onEnd}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Member({ row, mayEnd, onEnd }: { row: MemberRow } & Pick<MembersTableProps, "mayEnd" | "onEnd">) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const moment = (at: string): string => formatDateTime(Date.parse(at), viewerZone, tag);
  const isInvited = row.way === "invitation";
  const isCompany = row.way === "company" || row.way === "scope" || row.way === "installer";
  return (
    <tr data-open={isInvited}>
      <th scope="row">
        <strong>{row.name}</strong>
        {row.isMine && <span className="members-me">{t("members.me")}</span>}
        <small>
          {t(`members.way.${row.way}`, { name: row.invitedByName ?? "" })}
          {isCompany && ` · ${t("members.accounts", { count: row.accountCount })}`}
        </small>
      </th>
      <td>{t(`members.level.${row.level}`)}</td>
      <td>
        <Commanders row={row} />
      </td>
      <td>{moment(row.sinceAt)}</td>
      <td>{row.endsAt === null ? <Missing /> : moment(row.endsAt)}</td>
      <td className="members-end">
        {mayEnd && row.grantId !== null && (
          <button type="button" className="button" onClick={() => onEnd(row)}>
            {t(isInvited ? "members.withdraw" : "members.end")}
            <span className="visually-hidden"> {row.name}</span>
          </button>
        )}
      </td>
    </tr>
  );
}

/** Yes or no for one user, a count for a company; for an invitation, what it would grant. */
function Commanders({ row: { accountCount, commanderCount, mayOperate } }: { row: MemberRow }) {
  const { t } = useTranslation();
  if (accountCount > 1) return <>{t("members.some", { count: commanderCount, total: accountCount })}</>;
  const isYes = accountCount === 0 ? mayOperate : commanderCount > 0;
  return <>{t(isYes ? "members.yes" : "members.no")}</>;
}
