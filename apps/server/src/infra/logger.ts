import type { DestinationStream, Logger } from "pino";
import { pino } from "pino";

export type { Logger } from "pino";

/** Serializes errors as message, code and stack with all causes, under whatever field name they are logged. */
function formatErrors(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      // pino itself serializes `err`.
      value instanceof Error && name !== "err" ? pino.stdSerializers.err(value) : value,
    ]),
  );
}

/** Creates a logger that writes to stderr: stdout has the output for users and scripts (address, password, ready line). */
export function createLogger(
  config: { logLevel: string },
  destination: DestinationStream = process.stderr,
): Logger {
  return pino(
    {
      level: config.logLevel,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: formatErrors },
    },
    destination,
  );
}
