import type { LayoutDraft, PlaceableUnit, StationDetail } from "@heliograph/contract";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../../../shared/base/format/numbers.ts";
import { useLocale } from "../../../../shared/base/i18n/i18n.ts";
import { FailedDay } from "../../../../shared/roof/failed-day.tsx";
import { Dialog } from "../../../../shared/ui/dialog/dialog.tsx";
import type { AssignedUnit } from "../serial-list.ts";
import { EvidenceChart } from "./evidence-chart.tsx";
import type { Proposal } from "./find-proposals.ts";
import { findProposals, MIN_DAYS } from "./find-proposals.ts";
import { loadDays, WANTED_DAYS } from "./load-days.ts";
import type { MappingPlace } from "./mapping-places.ts";
import { listMappingPlaces } from "./mapping-places.ts";
import type { WiringFinding } from "./string-currents.ts";
import { findWiring, listStrings } from "./string-currents.ts";
import { WiringChart } from "./wiring-chart.tsx";

interface MappingDialogProps {
  readonly plant: StationDetail;
  readonly layout: LayoutDraft;
  readonly units: readonly PlaceableUnit[];
  readonly nameOf: (unit: number) => string;
  /** Puts units into other places; one step that can be undone. */
  readonly onApply: (units: readonly AssignedUnit[]) => void;
  readonly onClose: () => void;
}

type Search =
  | { readonly kind: "loading"; readonly days: number }
  | { readonly kind: "failed"; readonly error: unknown }
  | {
      readonly kind: "found";
      readonly days: number;
      readonly proposals: readonly Proposal[];
      readonly findings: readonly WiringFinding[];
    };

/** Looks for misplaced units in the values of the last days when it opens. */
function useSearch({ plant, layout, units }: Pick<MappingDialogProps, "plant" | "layout" | "units">) {
  const [search, setSearch] = useState<Search>({ kind: "loading", days: 0 });
  const [attempt, setAttempt] = useState(0);
  const run = useEffectEvent(async (signal: AbortSignal): Promise<void> => {
    try {
      const onProgress = (days: number): void => {
        if (!signal.aborted) setSearch({ kind: "loading", days });
      };
      const days = await loadDays({ plant, onProgress, signal });
      // The progress is painted before the search occupies the page.
      await new Promise(requestAnimationFrame);
      if (signal.aborted) return;
      const findings = findWiring(days, units);
      const proposals = findProposals(
        listMappingPlaces(layout, listStrings(units, findings)),
        days,
        findings,
      );
      setSearch({ kind: "found", days: days.length, proposals, findings });
    } catch (error) {
      // Also of a file that arrived incomplete.
      if (!signal.aborted) setSearch({ kind: "failed", error });
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt runs the search again
  useEffect(() => {
    const controller = new AbortController();
    setSearch({ kind: "loading", days: 0 });
    void run(controller.signal);
    return () => controller.abort();
  }, [attempt]);
  return { search, retry: () => setAttempt((count) => count + 1) };
}

/** Proposes other places for units that are misplaced, with the curves that speak for it. */
export function MappingDialog(props: MappingDialogProps) {
  const { onClose } = props;
  const { t } = useTranslation();
  const { search, retry } = useSearch(props);
  return (
    <Dialog title={t("layoutEditor.mapping.title")} onClose={onClose}>
      <div className="editor-dialog mapping-dialog">
        <p className="note">{t("layoutEditor.mapping.intro")}</p>
        {search.kind === "loading" && (
          <p role="status">{t("layoutEditor.mapping.loading", { days: search.days, all: WANTED_DAYS })}</p>
        )}
        {search.kind === "failed" && <FailedDay error={search.error} onRetry={retry} />}
        {search.kind === "found" && <Found {...props} search={search} />}
        <div className="editor-actions mapping-foot">
          <button type="button" className="button" onClick={onClose}>
            {t("action.close")}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

const unitsOf = ({ evidence }: Proposal): AssignedUnit[] =>
  evidence.flatMap(({ place: { groupKey, row, column }, next }) =>
    next === null ? [] : [{ groupKey, row, column, unit: next }],
  );

function Found({
  search,
  layout,
  nameOf,
  onApply,
}: MappingDialogProps & { readonly search: Extract<Search, { kind: "found" }> }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const [done, setDone] = useState<readonly Proposal[]>([]);
  const { days, proposals, findings } = search;
  if (days < MIN_DAYS) return <p>{t("layoutEditor.mapping.tooFewDays", { days, min: MIN_DAYS })}</p>;
  const moved = new Set(proposals.flatMap(unitsOf).map(({ unit }) => unit));
  const unmoved = findings.filter(({ unit }) => !moved.has(unit));
  const count = proposals.length + unmoved.length;
  if (count === 0) return <p role="status">{t("layoutEditor.mapping.none", { days })}</p>;
  const placeOf = ({ groupKey, row, column }: MappingPlace): string => {
    const group = layout.groups.find((each) => each.groupKey === groupKey);
    const name = group?.name || t("layoutEditor.unnamed");
    return t("layoutEditor.mapping.place", { group: name, row: row + 1, column: column + 1 });
  };
  const titleOf = ({ kind, evidence }: Proposal): string => {
    const [one, other, third] = evidence.map(({ place }) =>
      place.unit === null ? placeOf(place) : nameOf(place.unit),
    ) as [string, string, string?];
    return t(`layoutEditor.mapping.titles.${kind}`, { one, other, third });
  };
  const titleOfWiring = ({ unit, followed, recorded }: WiringFinding): string =>
    t("layoutEditor.mapping.wiring", { unit: nameOf(unit), followed, recorded });
  return (
    <>
      <p role="status">{t("layoutEditor.mapping.found", { count, days })}</p>
      <ul className="mapping-list">
        {proposals.map((proposal) => {
          const { kind, evidence, factor } = proposal;
          const title = titleOf(proposal);
          const isDone = done.includes(proposal);
          const units = unitsOf(proposal).map(({ unit }) => unit);
          const rewired = findings.filter(({ unit }) => units.includes(unit));
          return (
            <li key={title}>
              <div className="mapping-head">
                <h3>{title}</h3>
                <small>{t("layoutEditor.mapping.factor", { factor: formatNumber(factor, tag, 1) })}</small>
                <span className="push" />
                <button
                  type="button"
                  className="button"
                  data-kind="primary"
                  disabled={isDone}
                  aria-label={t("layoutEditor.mapping.applyNamed", { title })}
                  onClick={() => {
                    onApply(unitsOf(proposal));
                    setDone([...done, proposal]);
                  }}
                >
                  {t(isDone ? `layoutEditor.mapping.done.${kind}` : `layoutEditor.mapping.apply.${kind}`)}
                </button>
              </div>
              <div className="mapping-charts">
                {evidence.map((each) => (
                  <EvidenceChart
                    key={placeOf(each.place)}
                    evidence={each}
                    place={placeOf(each.place)}
                    nameOf={nameOf}
                  />
                ))}
                {rewired.map((finding) => (
                  <WiringChart key={finding.unit} {...{ finding, nameOf }} />
                ))}
              </div>
              {rewired.length > 0 && <p className="note">{t("layoutEditor.mapping.correctRecord")}</p>}
            </li>
          );
        })}
        {unmoved.map((finding) => (
          <li key={finding.unit}>
            <div className="mapping-head">
              <h3>{titleOfWiring(finding)}</h3>
            </div>
            <p className="note">{t("layoutEditor.mapping.checkWiring")}</p>
            <div className="mapping-charts">
              <WiringChart {...{ finding, nameOf }} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
