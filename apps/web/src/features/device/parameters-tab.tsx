import { endpoints } from "virtual:endpoints";
import type { Device, DeviceParameters } from "@heliograph/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useChange } from "../../shared/api/queries.ts";
import { CopyParametersDialog } from "../../shared/device/copy-parameters-dialog.tsx";
import { ParametersCard } from "../../shared/device/parameters-card.tsx";
import { ParametersDialog } from "../../shared/device/parameters-dialog.tsx";
import { GatewayOperations } from "./gateway-operations.tsx";

/** Parameters of an MCON, or the controller settings of a gateway, and what can be done with them (R3.15). */
export function ParametersTab({ device }: { readonly device: Device }) {
  return (
    <>
      <ParametersCard
        device={device}
        actions={(parameters) => <Actions device={device} parameters={parameters} />}
      />
      {device.type === "DCON" && <GatewayOperations device={device} />}
    </>
  );
}

interface ActionsProps {
  readonly device: Device;
  readonly parameters: DeviceParameters;
}

function Actions({ device, parameters }: ActionsProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<"set" | "copy">();
  const { mutate, isPending } = useChange(endpoints.parameters.acquire);
  const { deviceId } = device;
  const close = () => setOpen(undefined);
  return (
    <div className="parameters-actions">
      <button
        type="button"
        className="button"
        disabled={!parameters.isOnline || isPending}
        onClick={() => mutate({ deviceId, idempotencyKey: crypto.randomUUID() })}
      >
        {t("commands.parameters.acquire")}
      </button>
      {device.type === "MCON" && (
        <button
          type="button"
          className="button"
          disabled={!parameters.isOnline}
          onClick={() => setOpen("copy")}
        >
          {t("commands.parameters.copy")}
        </button>
      )}
      <button
        type="button"
        className="button"
        data-kind="primary"
        disabled={!parameters.isOnline}
        onClick={() => setOpen("set")}
      >
        {t("commands.parameters.set")}
      </button>
      {open === "set" && <ParametersDialog device={device} parameters={parameters} onClose={close} />}
      {open === "copy" && <CopyParametersDialog device={device} onClose={close} />}
    </div>
  );
}
