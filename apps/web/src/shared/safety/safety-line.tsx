import { useTranslation } from "react-i18next";
import { StatusMark } from "../ui/status/status-mark.tsx";
import { headlineOf } from "./safety-texts.ts";
import { useSafety } from "./use-safety.ts";

/** In the head of a plant while it is not in normal operation, or something of it is open: how far its shutdown or reset is. */
export function SafetyLine({ stationId }: { readonly stationId: string }) {
  const { t } = useTranslation();
  const { data } = useSafety(stationId, { withUnits: false });
  if (data === undefined || (data.state === "normal" && data.unitOperations.length === 0)) return null;
  return (
    <p role="status">
      <StatusMark {...headlineOf(data, t)} />
    </p>
  );
}
