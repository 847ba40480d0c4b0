import type { FaultName, FaultSource } from "@heliograph/contract/fault-codes";
import { getFault } from "@heliograph/contract/fault-codes";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { OperatingStatus } from "../../shared/ui/status/operating-status.tsx";
import { alarmsAddress } from "./fault-codes.ts";

const sourceText = (source: FaultSource, t: TFunction): string =>
  source === "inverter" || source === "server" ? t(`codes.source.${source}`) : t(`deviceKind.${source}`);

/** Scrolls the row that the address names into view. */
const showRow = (row: HTMLTableRowElement | null): void => row?.scrollIntoView({ block: "center" });

interface FaultCodeTableProps {
  readonly title: string;
  readonly names: readonly FaultName[];
  /** Highlighted. */
  readonly chosenCode: string | undefined;
}

/** Faults of the catalogue with cause, effect and remedy. */
export function FaultCodeTable({ title, names, chosenCode }: FaultCodeTableProps) {
  const { t } = useTranslation();
  return (
    <div className="fault-scroll">
      <table className="fault-table" aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{t("alarms.column.code")}</th>
            <th scope="col">{t("alarms.column.description")}</th>
            <th scope="col">{t("faultGuide.cause")}</th>
            <th scope="col">{t("faultGuide.effect")}</th>
            <th scope="col">{t("faultGuide.remedy")}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => {
            const isChosen = getFault(name).code === chosenCode;
            return (
              <tr key={name} aria-current={isChosen} ref={isChosen ? showRow : undefined}>
                <FaultCells name={name} />
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function FaultCells({ name }: { readonly name: FaultName }) {
  const { t } = useTranslation();
  const { code, severity, sources, origin } = getFault(name);
  const address = alarmsAddress(name);
  const title = t(`faults.${name}.name`);
  return (
    <>
      <td className="fault-code">
        <span className="mono">{code}</span>
        <small>{origin}</small>
      </td>
      <th scope="row">
        {title}
        <small>
          <OperatingStatus status={severity} />
        </small>
        <small>{sources.map((source) => sourceText(source, t)).join(" · ")}</small>
        {address !== undefined && (
          <small>
            <Link to={address} aria-label={t("codes.alarmsOf", { name: title })}>
              {t("codes.alarms")}
            </Link>
          </small>
        )}
      </th>
      <td>{t(`faults.${name}.cause`)}</td>
      <td>{t(`faults.${name}.effect`)}</td>
      <td>{t(`faults.${name}.remedy`)}</td>
    </>
  );
}
