import { useTranslation } from "react-i18next";
import { StatusMark } from "../ui/status/status-mark.tsx";
import { headlineOf, isPressWaiting } from "./safety-texts.ts";
import { useEvidenceTime } from "./use-evidence-age.ts";
import { useSafety } from "./use-safety.ts";

interface SafetyLineProps {
  readonly plant: { readonly stationId: string; readonly timeZone: string };
}

/** In the head of a plant while it is not in normal operation, or something of it is open: how far its shutdown or reset is. */
export function SafetyLine({ plant: { stationId, timeZone } }: SafetyLineProps) {
  const { t } = useTranslation();
  const formatAt = useEvidenceTime(timeZone);
  const { data } = useSafety(stationId, { withUnits: false });
  if (
    data === undefined ||
    (data.state === "normal" && data.unitOperations.length === 0 && !isPressWaiting(data))
  )
    return null;
  return (
    <p role="status">
      <StatusMark {...headlineOf(data, t, formatAt)} />
    </p>
  );
}
