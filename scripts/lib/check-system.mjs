const MIN_NODE = 20;

function isGlibc() {
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  return report.header?.glibcVersionRuntime !== undefined;
}

/**
 * The sentence that explains why this system cannot run the product; undefined when it can.
 *
 * @param {{ nodeVersion: string, platform: string, arch: string, isGlibc: () => boolean }} system
 * @returns {string | undefined}
 */
export function findObstacle(system) {
  const major = Number(system.nodeVersion.split(".")[0]);
  if (major < MIN_NODE)
    return `Heliograph needs Node ${MIN_NODE} or newer to start, and this is ${system.nodeVersion}: install a newer one from https://nodejs.org.`;
  if (system.platform !== "linux" && system.platform !== "darwin")
    return `Heliograph runs on Linux and macOS, and this is ${system.platform}: use a Linux machine, a container or WSL2.`;
  if (system.arch !== "x64" && system.arch !== "arm64")
    return `Heliograph runs on x64 and arm64 processors, and this is ${system.arch}.`;
  if (system.platform === "linux" && !system.isGlibc())
    return "Heliograph needs a Linux with glibc (Debian, Ubuntu, Fedora …), and this one has another C library (Alpine?).";
  return undefined;
}

/** Throws the sentence when this system cannot run the product. */
export function checkSystem() {
  const obstacle = findObstacle({
    nodeVersion: process.versions.node,
    platform: process.platform,
    arch: process.arch,
    isGlibc,
  });
  if (obstacle) throw new Error(obstacle);
}
