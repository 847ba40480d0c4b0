import { existsSync, readFileSync } from "node:fs";
import { StartError } from "../start-error.ts";

/** User that PostgreSQL runs as: its files belong to `owner`, and each of its commands starts with `prefix`. */
export interface ProcessIdentity {
  owner?: { uid: number; gid: number };
  prefix: readonly string[];
}

const capabilities = [
  { bit: 1n, name: "dac_override" },
  { bit: 2n, name: "dac_read_search" },
] as const;

function findSetpriv(): string | undefined {
  return ["/usr/bin/setpriv", "/bin/setpriv"].find((path) => existsSync(path));
}

// A container may hold fewer capabilities than root has elsewhere; asking for one it lacks would fail.
function listHeldCapabilities(): string[] {
  const mask = BigInt(
    `0x${/^CapBnd:\s*([0-9a-f]+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? "0"}`,
  );
  return capabilities.filter(({ bit }) => (mask >> bit) & 1n).map(({ name }) => `+${name}`);
}

function findUnprivilegedUser(): { uid: number; gid: number } {
  const line = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync("/etc/passwd", "utf8"));
  // initdb looks up its user by name, so the uid must have one.
  if (!line)
    throw new StartError(
      "PostgreSQL does not run as root, and this system has no user nobody: start as an ordinary user.",
    );
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

/**
 * PostgreSQL refuses to run as root. A server started by root runs it as the user `nobody`, or as the owner of existing
 * files, with the two capabilities that give access to its folder below private ones. No user is created.
 */
export function findProcessIdentity(existingOwner?: { uid: number; gid: number }): ProcessIdentity {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const setpriv = process.platform === "linux" ? findSetpriv() : undefined;
  if (!setpriv)
    throw new StartError(
      "PostgreSQL does not run as root, and setpriv is not here to change that: start as an ordinary user.",
    );
  const owner = existingOwner && existingOwner.uid !== 0 ? existingOwner : findUnprivilegedUser();
  const held = listHeldCapabilities().join(",");
  const keep = held ? [`--inh-caps=${held}`, `--ambient-caps=${held}`] : [];
  return {
    owner,
    prefix: [setpriv, `--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups", ...keep, "--"],
  };
}
