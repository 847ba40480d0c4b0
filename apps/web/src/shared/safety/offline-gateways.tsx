import type { SafetyEvidence } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { StatusMark } from "../ui/status/status-mark.tsx";

interface OfflineGatewaysProps {
  readonly evidence: SafetyEvidence;
  /** The others are counted. */
  readonly maxNamed: number;
}

/** Gateways of a plant that is shut down which are not connected, with the number of their units. */
export function OfflineGateways({ evidence: { offlineGateways }, maxNamed }: OfflineGatewaysProps) {
  const { t } = useTranslation();
  const more = offlineGateways.length - maxNamed;
  return (
    <>
      {offlineGateways.slice(0, maxNamed).map(({ sn, units }) => (
        <p key={sn}>
          <StatusMark variant="alarm" text={t("safety.evidenceAge.offlineGateway", { sn, count: units })} />
        </p>
      ))}
      {more > 0 && <p>{t("safety.evidenceAge.moreGateways", { count: more })}</p>}
    </>
  );
}
