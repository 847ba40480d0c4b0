import { readFileSync } from "node:fs";

/** Files that the server opens beside its connections, mostly of the embedded ClickHouse. */
const OTHER_FILES = 1_000;
/** Loopback addresses that connections come from in turn: one address has 28,000 ports. */
const LOOPBACK_ADDRESSES = 16;

/** Parses the most files a process may open (`/proc/{pid}/limits`), which its children inherit. */
export function parseMaxFiles(limits: string): number {
  const hard = /^Max open files\s+\S+\s+(\S+)/m.exec(limits)?.[1];
  if (hard === undefined) throw new Error("the limit of open files cannot be read");
  return hard === "unlimited" ? Number.POSITIVE_INFINITY : Number(hard);
}

/** How many connections are possible of those wanted, on each side one file. */
export function limitConnections(wanted: number, maxFiles: number): number {
  return Math.min(wanted, Math.max(0, maxFiles - OTHER_FILES));
}

export const readMaxFiles = (): number => parseMaxFiles(readFileSync("/proc/self/limits", "utf8"));

/** The address that the connection with this position comes from, 127.0.0.2 and following. */
export const loopbackAddressOf = (index: number): string => `127.0.0.${2 + (index % LOOPBACK_ADDRESSES)}`;
