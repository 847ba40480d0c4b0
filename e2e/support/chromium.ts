import { existsSync } from "node:fs";

// The shell has no window and needs less of the processor.
const debian = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
const executablePath = process.env.HELIOGRAPH_CHROMIUM ?? debian.find((path) => existsSync(path));

/** How every test starts Chromium: Debian's where it is installed, without services that need a network. */
export const chromium = {
  ...(executablePath !== undefined && { executablePath }),
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};
