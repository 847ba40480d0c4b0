import { facts } from "virtual:product-facts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { unitText } from "../../shared/base/format/unit-text.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { deviceTypes } from "../../shared/device/device-types.ts";
import { PrintButton } from "../../shared/ui/content/print-button.tsx";
import { PublicLayout } from "../../shared/ui/layout/public-layout.tsx";
import { figures } from "./datasheet-figures.ts";
import { DeviceTree } from "./device-tree.tsx";
import "./datasheet.css";

/** What the product measures and bears, with the figures of this very version (R2.14). */
export function DatasheetPage() {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const number = (value: number, digits = 0): string => formatNumber(value, tag, digits);
  const span = ([min, max]: readonly [number, number], digits = 0): string =>
    `${number(min, digits)}–${number(max, digits)}`;
  const { limits } = facts;
  const nameOf = (kind: (typeof deviceTypes)[number]): string => {
    const name = t(`deviceKind.${kind}`);
    return name === kind ? kind : `${name} (${kind})`;
  };
  return (
    <PublicLayout>
      <div className="datasheet-head">
        <div>
          <h1>{t("datasheet.title")}</h1>
          <p className="public-lead">{t("datasheet.lead", { version: facts.version })}</p>
        </div>
        <PrintButton />
      </div>
      <section className="datasheet-section">
        <h2>{t("datasheet.devices")}</h2>
        <div className="datasheet-devices">
          <DeviceTree />
          <Facts rows={deviceTypes.map((kind) => [nameOf(kind), t(`datasheet.kind.${kind}`)])} />
        </div>
      </section>
      <section className="datasheet-section">
        <h2>{t("datasheet.measured")}</h2>
        <p>{t("datasheet.measuredText")}</p>
        <MeasuredTable />
      </section>
      <Section title={t("datasheet.link")}>
        {[
          [t("datasheet.protocol"), t("datasheet.protocolValue")],
          [t("datasheet.interval"), t("datasheet.intervalValue")],
          [
            t("datasheet.units"),
            t("datasheet.unitsValue", {
              message: number(limits.units),
              gateway: number(figures.adoptedUnits),
            }),
          ],
          [
            t("datasheet.packet"),
            t("datasheet.packetValue", {
              size: number(limits.packetBytes / 1024),
              rate: number(figures.messagesPerSecond),
            }),
          ],
          [t("datasheet.lost"), t("datasheet.lostValue", { days: number(figures.heldDays) })],
          [t("datasheet.clock"), t("datasheet.clockValue", { minutes: number(limits.futureMs / 60_000) })],
          [t("datasheet.alarms"), t("datasheet.alarmsValue", { count: figures.openAlarms })],
        ]}
      </Section>
      <Section title={t("datasheet.energy")}>
        {[
          [t("datasheet.kept"), t("datasheet.keptValue")],
          [t("datasheet.counted"), t("datasheet.countedValue")],
          [t("datasheet.days"), t("datasheet.daysValue")],
          [t("datasheet.sure"), t("datasheet.sureValue")],
          [t("datasheet.money"), t("datasheet.moneyValue")],
        ]}
      </Section>
      <Section title={t("datasheet.speed")} text={t("datasheet.speedText")}>
        {[
          [t("datasheet.ingest"), t("datasheet.perSecond", { value: number(figures.samplesPerSecond) })],
          [t("datasheet.size"), t("datasheet.bytes", { value: number(figures.bytesPerSample, 1) })],
          [t("datasheet.homeList"), `${number(figures.homeListMs, 1)} ms`],
          [t("datasheet.dayCurve"), `${number(figures.dayCurveMs, 1)} ms`],
          [t("datasheet.moduleWeek"), `${number(figures.moduleWeekMs)} ms`],
          [t("datasheet.start"), `${span(figures.warmStartS, 1)} s`],
          [t("datasheet.memory"), `${span(figures.idleMemoryMb)} MB`],
        ]}
      </Section>
      <Section title={t("datasheet.interfaces")}>
        {[
          [t("datasheet.console"), t("datasheet.consoleValue")],
          [t("datasheet.api"), t("datasheet.apiValue")],
          [t("datasheet.people"), t("datasheet.peopleValue")],
          [t("datasheet.runs"), t("datasheet.runsValue")],
          [t("datasheet.engines"), t("datasheet.enginesValue")],
          [t("datasheet.licence"), "Apache-2.0"],
        ]}
      </Section>
    </PublicLayout>
  );
}

type Row = readonly [name: string, value: string];

interface SectionProps {
  readonly title: string;
  readonly text?: string;
  readonly children: readonly Row[];
}

function Section({ title, text, children }: SectionProps) {
  return (
    <section className="datasheet-section">
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      <Facts rows={children} />
    </section>
  );
}

function Facts({ rows }: { rows: readonly Row[] }): ReactNode {
  return (
    <dl className="datasheet-facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** From here on a number is easier read in thousands of the unit. */
const KILO_FROM = 10_000;
const scales = ["", "k", "M", "G", "T"];

function MeasuredTable() {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const points = facts.points.filter(({ key }) => key !== "dt");
  const text = (value: number, unit: string): string => {
    let step = 0;
    let scaled = value;
    while (unit.startsWith("W") && unit !== "W/m2" && Math.abs(scaled) >= KILO_FROM) {
      scaled /= 1000;
      step += 1;
    }
    return `${formatNumber(scaled, tag, 0)} ${scales[step]}${unitText(unit)}`.trim();
  };
  return (
    <table className="datasheet-table">
      <thead>
        <tr>
          <th scope="col">{t("datasheet.quantity")}</th>
          <th scope="col">{t("datasheet.from")}</th>
          <th scope="col">{t("datasheet.to")}</th>
        </tr>
      </thead>
      <tbody>
        {points.map(({ key, unit, min, max }) => (
          <tr key={key}>
            <th scope="row">{t(`datasheet.point.${key as Exclude<typeof key, "dt">}`)}</th>
            <td>{text(min, unit)}</td>
            <td>{text(max, unit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
