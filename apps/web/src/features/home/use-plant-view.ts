import { useState } from "react";
import { useSearchParams } from "react-router";
import { readPrefs, writePrefs } from "../../shared/base/theme/prefs.ts";
import { changeParams } from "../../shared/routing/change-params.ts";

export type PlantView = "table" | "cards";

const isView = (value: string | null): value is PlantView => value === "table" || value === "cards";

export interface PlantViews {
  readonly shown: PlantView;
  readonly choose: (view: PlantView) => void;
  /** A change without an address, for a saved view, which has its own. */
  readonly follow: (view: PlantView) => void;
}

/** How the plants are shown: as the address says, otherwise as chosen last in this browser. */
export function usePlantView(): PlantViews {
  const [params, setParams] = useSearchParams();
  const [chosen, setChosen] = useState<PlantView>(() => readPrefs().plantView ?? "table");
  const asked = params.get("view");

  function choose(view: PlantView): void {
    writePrefs({ plantView: view });
    setChosen(view);
    setParams(changeParams(params, { view }), { replace: true });
  }

  return { shown: isView(asked) ? asked : chosen, choose, follow: setChosen };
}
