import type { NewCommand } from "../commands/commands.service.ts";

/**
 * A command to switches, followed by those that bring its proof soon whatever the report interval is: `fast` reports every 5 s
 * for some minutes, `switch.get` once as soon as the switches were read. Switches behind a relay open later: `fast` shows them.
 */
export function withReports(command: NewCommand, { isFast = true }: { isFast?: boolean } = {}): NewCommand[] {
  const { op } = command;
  return [
    command,
    ...(isFast ? [{ ...command, targets: "all", op: "fast", args: {} } as const] : []),
    ...(op === "relay" ? [] : [{ ...command, op: "switch.get", args: {} } as const]),
  ];
}
