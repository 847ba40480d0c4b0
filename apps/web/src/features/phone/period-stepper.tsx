import { useTranslation } from "react-i18next";
import { IconButton } from "../../shared/ui/content/icon-button.tsx";

interface PeriodStepperProps {
  /** The period on screen. */
  readonly name: string;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

/** Steps through days, months or years. */
export function PeriodStepper({ name, onPrevious, onNext }: PeriodStepperProps) {
  const { t } = useTranslation();
  return (
    <div className="phone-stepper">
      <IconButton
        icon="left"
        label={t("phonePlant.previous")}
        isQuiet
        disabled={onPrevious === undefined}
        onClick={onPrevious}
      />
      <span aria-live="polite">{name}</span>
      <IconButton
        icon="right"
        label={t("phonePlant.next")}
        isQuiet
        disabled={onNext === undefined}
        onClick={onNext}
      />
    </div>
  );
}
