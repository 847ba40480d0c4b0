import { existsSync } from "node:fs";

const debian = "/usr/bin/chromium";
const executablePath = process.env.HELIOGRAPH_CHROMIUM ?? (existsSync(debian) ? debian : undefined);

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
