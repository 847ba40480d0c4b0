import { useTranslation } from "react-i18next";
import type { RoofValue } from "../../shared/roof/day-values.ts";
import { roofValues } from "../../shared/roof/day-values.ts";
import type { LayoutViewKind } from "../../shared/roof/use-layout-address.ts";
import { layoutViews } from "../../shared/roof/use-layout-address.ts";
import { Segmented } from "../../shared/ui/form/segmented.tsx";

interface ToolbarProps {
  readonly view: LayoutViewKind;
  readonly value: RoofValue;
  readonly onView: (view: LayoutViewKind) => void;
  readonly onValue: (value: RoofValue) => void;
}

/** Which view, and what units are coloured by. */
export function Toolbar({ view, value, onView, onValue }: ToolbarProps) {
  const { t } = useTranslation();
  return (
    <div className="roof-toolbar">
      <Segmented
        label={t("layout.view.label")}
        value={view}
        options={layoutViews.map((each) => ({ value: each, text: t(`layout.view.${each}`) }))}
        onChange={onView}
      />
      <Segmented
        label={t("layout.value.label")}
        value={value}
        options={roofValues.map((each) => ({ value: each, text: t(`layout.value.${each}`) }))}
        onChange={onValue}
      />
    </div>
  );
}
