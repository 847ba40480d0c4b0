import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/deviceMoves.move";
import type { Device } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import type { FormLayout } from "../../shared/form/layout.ts";
import { chosenOf, ParentPick, PlantPick } from "../../shared/ui/form/pick/picks.tsx";
import { PlaceChangeDialog } from "./place-change-dialog.tsx";

interface MoveDialogProps {
  readonly device: Device;
  readonly onClose: () => void;
}

const listLayout = ({ stationId, stationName, level, type }: Device): FormLayout => ({
  stationId: {
    labelKey: "devicePage.plant",
    render: (control) => <PlantPick control={control} chosen={chosenOf(stationId, stationName)} />,
  },
  ...(type !== "DCON" && {
    place: { labelKey: "unit.place", hintKey: "deviceMoves.move.placeHint" },
    parentId: {
      labelKey: "devicePage.parent",
      hintKey: "deviceMoves.move.parentHint",
      render: (control) => (
        <ParentPick control={control} stationId={String(control.values.stationId)} level={level} />
      ),
    },
  }),
  ...(level < 3 && { withBelow: { labelKey: "deviceMoves.move.withBelow" } }),
  fromAt: { labelKey: "deviceMoves.move.at", hintKey: "deviceMoves.atHint" },
});

/** Gives the device another place, parent or plant. */
export function MoveDialog({ device, onClose }: MoveDialogProps) {
  const { t } = useTranslation();
  return (
    <PlaceChangeDialog
      title={t("deviceMoves.move.title", { sn: device.sn })}
      text={t("deviceMoves.move.text")}
      endpoint={endpoints.deviceMoves.move}
      schema={schema}
      layout={listLayout(device)}
      initial={{ stationId: device.stationId, withBelow: true }}
      fixed={{ deviceId: device.deviceId }}
      confirmText={t("deviceMoves.move.confirm")}
      onClose={onClose}
      onDone={onClose}
    />
  );
}
