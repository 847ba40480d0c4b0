import { useTranslation } from "react-i18next";
import { Icon } from "../../shared/ui/content/icon.tsx";

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
      <button
        type="button"
        className="button"
        data-kind="quiet"
        data-shape="square"
        aria-label={t("phonePlant.previous")}
        disabled={onPrevious === undefined}
        onClick={onPrevious}
      >
        <Icon name="left" />
      </button>
      <span aria-live="polite">{name}</span>
      <button
        type="button"
        className="button"
        data-kind="quiet"
        data-shape="square"
        aria-label={t("phonePlant.next")}
        disabled={onNext === undefined}
        onClick={onNext}
      >
        <Icon name="right" />
      </button>
    </div>
  );
}
