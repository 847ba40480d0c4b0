import { endpoints } from "virtual:endpoints";
import type { LayoutDraft, LayoutVersion, PlaceableUnit, StationDetail } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../../../shared/api/queries.ts";
import { formatDateTime } from "../../../../shared/base/format/times.ts";
import { useLocale } from "../../../../shared/base/i18n/i18n.ts";
import { isSameLayout, listChangedPlaces } from "../../../../shared/roof/draft/diff.ts";
import { LayoutDiff, listNames } from "../../../../shared/roof/draft/layout-diff.tsx";
import { unitNames } from "../../../../shared/roof/draft/roof-units.ts";
import { Field } from "../../../../shared/ui/form/field.tsx";
import { Awaiting } from "../../../../shared/ui/layout/page/page-body.tsx";
import type { Version } from "./restore-version.ts";
import { restoreVersion } from "./restore-version.ts";
import { VersionRoof } from "./version-roof.tsx";

export interface VersionViewProps {
  readonly plant: StationDetail;
  /** The layout as it is edited. */
  readonly draft: LayoutDraft;
  readonly units: readonly PlaceableUnit[];
  readonly onRestore: (layout: LayoutDraft, number: number) => void;
  readonly onClose: () => void;
  readonly number: number;
  /** All that are listed. */
  readonly versions: readonly LayoutVersion[];
}

/** What a version is compared with: the draft, or another version by its number. */
type Other = "draft" | number;

/** What differs between a version and the draft or another version, and the version drawn. */
export function VersionView(props: VersionViewProps) {
  const { plant, draft, number, versions } = props;
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { stationId } = plant;
  const [chosen, setChosen] = useState<Other>("draft");
  // The version that was compared with is selected now.
  const other = chosen === number ? "draft" : chosen;
  const version = useQuery(queryOf(endpoints.layout.version, { stationId, version: number }));
  const compared = useQuery({
    ...queryOf(endpoints.layout.version, { stationId, version: other === "draft" ? number : other }),
    enabled: other !== "draft",
  });
  const titleOf = (which: Other): string =>
    which === "draft"
      ? t("layoutEditor.versions.draft")
      : t("layoutEditor.versions.version", { number: which });
  const isReady = version.data !== undefined && compared.data !== undefined;
  return (
    <div className="version-view">
      <Field label={t("layoutEditor.versions.compare", { version: titleOf(number) })}>
        {(attributes) => (
          <select
            {...attributes}
            className="input"
            value={other}
            onChange={({ target }) => setChosen(target.value === "draft" ? "draft" : Number(target.value))}
          >
            <option value="draft">{titleOf("draft")}</option>
            {versions
              .filter((each) => each.number !== number)
              .map((each) => (
                <option key={each.number} value={each.number}>
                  {titleOf(each.number)} · {formatDateTime(Date.parse(each.publishedAt), plant.timeZone, tag)}
                </option>
              ))}
          </select>
        )}
      </Field>
      {isReady ? (
        <Comparison
          {...props}
          version={version.data}
          other={{
            layout: other === "draft" ? draft : compared.data.layout,
            units: other === "draft" ? [] : compared.data.units,
            title: titleOf(other),
            isNewer: other === "draft" || other > number,
          }}
          title={titleOf(number)}
        />
      ) : (
        <Awaiting awaited={version.data === undefined ? version : compared} />
      )}
    </div>
  );
}

interface ComparisonProps extends VersionViewProps {
  readonly version: Version;
  readonly title: string;
  readonly other: Pick<Version, "layout" | "units"> & { readonly title: string; readonly isNewer: boolean };
}

function Comparison({ plant, version, title, other, draft, units, onRestore, onClose }: ComparisonProps) {
  const { t } = useTranslation();
  const { layout } = version;
  const nameOf = useMemo(() => {
    const listed = unitNames(units);
    const names = new Map(
      [...other.units, ...version.units].map(({ key, sn, label }) => [key, label || sn || ""]),
    );
    return (unit: number): string => listed(unit) || names.get(unit) || "";
  }, [units, other.units, version.units]);
  const changed = useMemo(() => listChangedPlaces(other.layout, layout), [other.layout, layout]);
  const restored = useMemo(
    () => restoreVersion(version, { draft, placeable: units }),
    [version, draft, units],
  );
  const isDraft = useMemo(() => isSameLayout(draft, restored.layout), [draft, restored]);
  const [from, to] = other.isNewer ? [{ layout, title }, other] : [other, { layout, title }];
  const between = { from: from.title, to: to.title };
  const missing = restored.missing.map(({ label, sn }) => label || sn || "");
  return (
    <>
      <section aria-label={t("layoutEditor.versions.changes")} aria-live="polite">
        <LayoutDiff
          before={from.layout}
          after={to.layout}
          nameOf={nameOf}
          intro={t("layoutEditor.versions.changesOf", between)}
          none={t("layoutEditor.versions.same", between)}
        />
      </section>
      <VersionRoof {...{ plant, layout, changed, nameOf, title }} />
      {changed.length > 0 && (
        <p className="note">{t("layoutEditor.versions.outlined", { other: other.title })}</p>
      )}
      {missing.length > 0 && (
        <p className="layout-automatic">
          {t("layoutEditor.versions.missing", { count: missing.length, names: listNames(missing) })}
        </p>
      )}
      <p className="note">
        {t(isDraft ? "layoutEditor.versions.isDraft" : "layoutEditor.versions.restoreHint")}
      </p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t("action.close")}
        </button>
        <button
          type="button"
          className="button"
          data-kind="primary"
          disabled={isDraft}
          onClick={() => onRestore(restored.layout, version.number)}
        >
          {t("layoutEditor.versions.restore")}
        </button>
      </div>
    </>
  );
}
