import type { LogRow, PlantLogRow } from "@heliograph/contract";
import { findSecurityFault } from "@heliograph/contract/fault-codes";
import { useTranslation } from "react-i18next";
import { useLocale } from "../base/i18n/i18n.ts";
import { Fact, Facts } from "../ui/content/facts.tsx";
import { FaultGuide } from "../ui/content/fault-guide.tsx";
import { Icon } from "../ui/content/icon.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { Missing } from "../ui/status/quantity.tsx";
import { findChanges, NOT_KEPT } from "./difference.ts";
import { formatValue } from "./format-value.ts";
import { actorOf, objectOf } from "./log-columns.tsx";
import type { LogTexts } from "./log-texts.ts";
import { createLogTexts } from "./log-texts.ts";
import { formatMoment } from "./moments.ts";

interface LogDrawerProps {
  /** Of a plant's own log, without where the call came from. */
  readonly row: PlantLogRow & Partial<Pick<LogRow, "address" | "number">>;
  /** Narrows the list to what this row has too. */
  readonly onNarrow?: (
    filter: { readonly actorId: string } | { readonly stationId: string } | { readonly deviceId: string },
  ) => void;
  /** Whether the list can be narrowed to a device. */
  readonly isOfDevices?: boolean;
  readonly onClose: () => void;
}

/** All of one row, with what changed field by field (R3.14). */
export function LogDrawer({ row, onNarrow, isOfDevices = false, onClose }: LogDrawerProps) {
  const { t, i18n } = useTranslation();
  const { tag } = useLocale();
  const words = createLogTexts(t, i18n);
  const { actorId, stationId } = row;
  const fault = findSecurityFault(row.type);
  return (
    <Dialog kind="drawer" title={words.type(row.type)} onClose={onClose}>
      <Facts>
        <Fact name={t("logs.column.at")}>{formatMoment(row.at, tag)}</Fact>
        <Fact name={t("logs.column.actor")}>{actorOf(row, t)}</Fact>
        <Fact name={t("logs.column.object")}>{objectOf(row, words)}</Fact>
        <Fact name={t("logs.column.station")}>{row.stationName}</Fact>
        <Fact name={t("logs.column.method")}>{words.method(row.method)}</Fact>
        {row.address !== undefined && <Fact name={t("logs.column.address")}>{row.address}</Fact>}
        {row.number !== undefined && <Fact name={t("logs.column.number")}>{row.number}</Fact>}
      </Facts>
      {fault !== undefined && <FaultGuide name={fault} />}
      <Difference row={row} words={words} />
      {onNarrow !== undefined && (
        <div className="log-narrow">
          {actorId !== null && (
            <button type="button" className="button" onClick={() => onNarrow({ actorId })}>
              <Icon name="person" />
              {t("logs.onlyActor")}
            </button>
          )}
          {stationId !== null && (
            <button type="button" className="button" onClick={() => onNarrow({ stationId })}>
              <Icon name="panel" />
              {t("logs.onlyStation")}
            </button>
          )}
          {isOfDevices && (
            <button type="button" className="button" onClick={() => onNarrow({ deviceId: row.objectId })}>
              <Icon name="box" />
              {t("logs.device.only")}
            </button>
          )}
        </div>
      )}
    </Dialog>
  );
}

function Difference({ row, words }: { readonly row: PlantLogRow; readonly words: LogTexts }) {
  const { t } = useTranslation();
  const changes = findChanges(row.original, row.new);
  return (
    <section className="log-difference" aria-label={t("logs.value.difference")}>
      <h3>{t("logs.value.difference")}</h3>
      {changes.length === 0 && <p>{t("logs.value.none")}</p>}
      {changes.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t("logs.value.field")}</th>
              <th scope="col">{t("logs.column.original")}</th>
              <th scope="col">{t("logs.column.new")}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ path, before, after }) => (
              <tr key={path}>
                <th scope="row">
                  {path === "" ? t("logs.value.whole") : (words.field(path) ?? <code>{path}</code>)}
                </th>
                <td>
                  {before === undefined ? (
                    <Missing />
                  ) : (
                    <del>{<Value {...{ path, row, words }} value={before} />}</del>
                  )}
                </td>
                <td>
                  {after === undefined ? (
                    <Missing />
                  ) : (
                    <ins>{<Value {...{ path, row, words }} value={after} />}</ins>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

interface ValueProps {
  readonly value: unknown;
  readonly path: string;
  readonly row: PlantLogRow;
  readonly words: LogTexts;
}

function Value({ value, path, row: { names }, words }: ValueProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  if (value === NOT_KEPT) return <em>{t("logs.value.notKept")}</em>;
  if (value === null || value === "") return <em>{words.empty}</em>;
  return formatValue(value, { path, names, words: { ...words, tag } });
}
