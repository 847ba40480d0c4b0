import type { Logger } from "pino";
import { pino } from "pino";

export type { Logger } from "pino";

/** Log lines go to stderr: stdout carries what people and scripts read (address, password, the ready line). */
export function createLogger(config: { logLevel: string }): Logger {
  return pino(
    { level: config.logLevel, base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
    process.stderr,
  );
}
