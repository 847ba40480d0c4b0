import { endpoints } from "virtual:endpoints";
import type { Device } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { useChange } from "../../shared/api/queries.ts";
import { useCan } from "../../shared/auth/allowed.tsx";
import { opText } from "../../shared/commands/command-texts.ts";
import { askConfirm } from "../../shared/ui/dialog/asking.ts";

const OPS = ["fast", "scan", "restart"] as const;
type Op = (typeof OPS)[number];

/** Operations of a gateway that need no values: faster reports, a search for units, a restart. */
export function GatewayOperations({ device: { deviceId, sn } }: { readonly device: Device }) {
  const { t } = useTranslation();
  const can = useCan("device:command");
  const { mutate, isPending } = useChange(endpoints.device.command);
  if (can !== true) return null;

  async function send(op: Op): Promise<void> {
    if (op === "restart") {
      const result = await askConfirm({
        title: t("commands.gatewayOps.restartTitle", { sn }),
        text: t("commands.gatewayOps.restartText"),
        confirmText: opText(op, t),
      });
      if (result !== "confirm") return;
    }
    mutate({ deviceId, op, idempotencyKey: crypto.randomUUID() });
  }

  return (
    <section className="card" aria-label={t("commands.gatewayOps.title")}>
      <header className="card-head">
        <h2>{t("commands.gatewayOps.title")}</h2>
      </header>
      <ul className="gateway-operations">
        {OPS.map((op) => (
          <li key={op}>
            <button type="button" className="button" disabled={isPending} onClick={() => void send(op)}>
              {opText(op, t)}
            </button>
            <span>{t(`commands.gatewayOps.${op}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
