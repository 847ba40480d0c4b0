import type { Part } from "../../src/shared/base/i18n/i18n.ts";
import { loadTexts, startI18n } from "../../src/shared/base/i18n/i18n.ts";
import { startDeviceMode } from "../../src/shared/base/theme/device.ts";
import { startScale } from "../../src/shared/base/theme/scale.ts";
import { startSize } from "../../src/shared/base/theme/size.ts";
import { startTheme } from "../../src/shared/base/theme/theme.ts";
import "@fontsource-variable/inter/wght.css";
import "../../src/shared/base/theme/tokens.css";
import "../../src/shared/base/theme/base.css";
import "../../src/shared/ui/ui.css";
import "../../src/shared/ui/dialog/dialog.css";
import "../../src/shared/ui/form/form.css";
import "../../src/shared/ui/ant.css";
import "../../src/shared/ui/menu/menu.css";

// Tests name texts before the page that shows them has loaded them.
const parts = Object.keys(import.meta.glob("../../src/shared/base/i18n/locales/*/en.ts")).map(
  (file) => file.split("/").at(-2) as Part,
);

// What nearly every test shows is there before the first one begins to wait for it.
const usualPages = import.meta.glob(
  "../../src/{app/frame/frame,features/home/home-page,features/station/station-page}.tsx",
);

let started: Promise<void> | undefined;

/** Starts what app/main.tsx starts, without a server and without a page; once for all files of tests. */
export function startPage(): Promise<void> {
  started ??= start();
  return started;
}

async function start(): Promise<void> {
  localStorage.setItem("language", "en");
  startTheme();
  startSize();
  startDeviceMode();
  startScale();
  await startI18n();
  await loadTexts(...parts);
  await Promise.all(Object.values(usualPages).map((load) => load()));
}
