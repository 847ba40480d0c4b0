import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatShare } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { stateMarks } from "../../shared/roof/state-marks.ts";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";

interface LaneFindingsProps {
  readonly missing: number;
  readonly silent: number;
  readonly mismatches: number;
}

/** How many units are missing, silent or unlike their peers, each with the sign it has in the lanes. */
export function LaneFindings({ missing, silent, mismatches }: LaneFindingsProps) {
  const { t } = useTranslation();
  return (
    <>
      {missing > 0 && <StatusMark variant="waiting" text={t("layout.missingCount", { count: missing })} />}
      {silent > 0 && <SilentMark>{t("layout.silent", { count: silent })}</SilentMark>}
      {mismatches > 0 && (
        <StatusMark variant="warning" text={t("layout.mismatchCount", { count: mismatches })} />
      )}
    </>
  );
}

/** The mark that silent units have on the roof, and a word. */
export function SilentMark({ children }: { readonly children: ReactNode }) {
  return (
    <span className="lane-silent">
      <svg viewBox="2 2 10 10" aria-hidden="true">
        <path d={stateMarks.none} />
      </svg>
      {children}
    </span>
  );
}

interface MismatchMarkProps {
  readonly share: number;
  /** A string is compared with other strings, a unit with those of its string. */
  readonly of: "string" | "unit";
}

/** By how much the power of a unit or string differs from its peers. */
export function MismatchMark({ share: difference, of }: MismatchMarkProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const share = `${difference > 0 ? "+" : ""}${formatShare(difference, tag, 0)}`;
  return (
    <span className="lane-mismatch" title={t(`layout.mismatchOf.${of}`, { share })}>
      <span className="visually-hidden">{t("layout.mismatch")}</span>{" "}
      <StatusMark variant="warning" text={of === "unit" ? share : t("layout.stringShare", { share })} />
    </span>
  );
}
