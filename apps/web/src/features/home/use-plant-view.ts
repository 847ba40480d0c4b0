import { useState } from "react";
import { useSearchParams } from "react-router";
import { readPrefs, writePrefs } from "../../shared/base/theme/prefs.ts";
import { changeParams } from "../../shared/routing/change-params.ts";

export type PlantView = "table" | "cards";

const isView = (value: string | null): value is PlantView => value === "table" || value === "cards";

type ChooseView = (view: PlantView) => void;

/**
 * How the plants are shown: as the address says, otherwise as chosen last in this browser. Returns it, its change, and a
 * change without an address for a saved view, which has its own.
 */
export function usePlantView(): readonly [PlantView, ChooseView, ChooseView] {
  const [params, setParams] = useSearchParams();
  const [chosen, setChosen] = useState<PlantView>(() => readPrefs().plantView ?? "table");
  const asked = params.get("view");

  function choose(view: PlantView): void {
    writePrefs({ plantView: view });
    setChosen(view);
    setParams(changeParams(params, { view }), { replace: true });
  }

  return [isView(asked) ? asked : chosen, choose, setChosen];
}
