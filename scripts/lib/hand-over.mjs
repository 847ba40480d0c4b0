import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pathWith } from "./install.mjs";

/**
 * Becomes the given program on the given Node: in place where this Node can (from 22.15 on), else as a child whose
 * signals and exit code are passed on.
 *
 * @param {string} node
 * @param {URL} root
 * @param {string} program path below the root
 */
export function handOver(node, root, program) {
  const args = [join(fileURLToPath(root), program), ...process.argv.slice(2)];
  const env = { ...process.env, PATH: pathWith(node) };
  if (process.execve) process.execve(node, [node, ...args], env);
  const child = spawn(node, args, { stdio: "inherit", env });
  // Ctrl-C reaches the child by itself, and a second signal changes nothing there; kill reaches only this process.
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
    process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    console.error(`The server could not be started: ${error.message}`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
