import type { StationDetail } from "@heliograph/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../shared/auth/allowed.tsx";
import { IconButton } from "../../shared/ui/content/icon-button.tsx";
import { FigureChangesDrawer } from "./figure-changes-drawer.tsx";
import type { ShownPeriod } from "./period-card.tsx";

interface FigureChangesButtonProps {
  readonly plant: StationDetail;
  readonly shown: ShownPeriod;
}

/** Opens the list of what changed the figures of a period, for users who may read it. */
export function FigureChangesButton({ plant, shown: { by, range } }: FigureChangesButtonProps) {
  const { t } = useTranslation();
  const canRead = useCan("station:read") === true;
  const [isOpen, setOpen] = useState(false);
  if (!canRead || plant.level === "public" || plant.hiddenParts.includes("energy")) return null;
  return (
    <>
      <IconButton icon="help" label={t("changes.title")} onClick={() => setOpen(true)} />
      {isOpen && (
        <FigureChangesDrawer
          plant={plant}
          range={by === "year" ? { from: plant.firstDay ?? plant.today, to: plant.today } : range}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
