import type { FaultName } from "@heliograph/contract/fault-codes";
import { useTranslation } from "react-i18next";
import { Fact, Facts } from "./facts.tsx";

/** Names and sentences of the texts' part `faults`, which must be loaded. */
export function FaultFacts({ name }: { readonly name: FaultName | "unknownCode" }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t(`faults.${name}.name`)}>
      <Facts>
        <Fact name={t("faultGuide.cause")}>{t(`faults.${name}.cause`)}</Fact>
        <Fact name={t("faultGuide.effect")}>{t(`faults.${name}.effect`)}</Fact>
        <Fact name={t("faultGuide.remedy")}>{t(`faults.${name}.remedy`)}</Fact>
      </Facts>
    </section>
  );
}
