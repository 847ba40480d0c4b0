import type { Bus } from "../../../../infra/bus.ts";

/** Messages of the bus to the gateways that are connected to this process; of others it receives none. */
export function createGatewayMessages(deps: {
  bus: Bus;
  /** Id of this process. */
  processId: string;
  /** A command waits for delivery. */
  onCommand(sn: string): void;
  /** A shutdown that is not in the database yet, or is now. */
  onEmergency(sn: string, message: { pressId: string; isImported: boolean }): void;
  /** The gateway has a new secret. */
  onNewSecret(sn: string, secretRev: number): void;
  /** Its session of this epoch is at another process. */
  onSessionElsewhere(sn: string, epoch: number): void;
}) {
  const { bus, processId, onCommand, onEmergency, onNewSecret, onSessionElsewhere } = deps;
  const leaves = new Map<string, () => void>();

  function leave(sn: string): void {
    leaves.get(sn)?.();
    leaves.delete(sn);
  }

  return {
    listen(sn: string): void {
      if (leaves.has(sn)) return;
      const ofGateway = [
        bus.subscribe(`gateway.${sn}.command`, () => onCommand(sn)),
        bus.subscribe(`gateway.${sn}.emergency`, (message) =>
          onEmergency(sn, message as { pressId: string; isImported: boolean }),
        ),
        bus.subscribe(`gateway.${sn}.kick`, (message) =>
          onNewSecret(sn, (message as { secretRev: number }).secretRev),
        ),
        bus.subscribe(`gateway.${sn}.session`, (message) => {
          const session = message as { processId: string; epoch: number };
          if (session.processId !== processId) onSessionElsewhere(sn, session.epoch);
        }),
      ];
      leaves.set(sn, () => {
        for (const leaveOne of ofGateway) leaveOne();
      });
    },
    leave,
    stop(): void {
      for (const sn of [...leaves.keys()]) leave(sn);
    },
  };
}
