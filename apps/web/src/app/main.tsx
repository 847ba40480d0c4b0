import { createRoot } from "react-dom/client";
import { startConfig } from "../shared/config/config.ts";
import { startI18n, translate } from "../shared/i18n/i18n.ts";
import { startInstallPrompt } from "../shared/install/install-prompt.ts";
import { startServiceWorker } from "../shared/install/service-worker.ts";
import { findSession } from "../shared/session/find-session.ts";
import { startDeviceMode } from "../shared/theme/device.ts";
import { startScale } from "../shared/theme/scale.ts";
import { startSize } from "../shared/theme/size.ts";
import { startTheme } from "../shared/theme/theme.ts";
import { showKeptErrors } from "../shared/ui/toast.ts";
import "@fontsource-variable/inter/wght.css";
import "../shared/theme/tokens.css";
import "../shared/theme/base.css";
import "../shared/ui/ui.css";
import "../shared/ui/dialog.css";
import "../shared/ui/form.css";
import "../shared/ui/ant.css";
import "../shared/ui/menu.css";
import { App } from "./app.tsx";
import { checkGuards } from "./guards.ts";

checkGuards();
startTheme();
startSize();
startDeviceMode();
startScale();
// Chooses the language before anything is asked of the server.
const textsComing = startI18n();
startConfig();
startInstallPrompt();
startServiceWorker();
const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
await textsComing;
showKeptErrors();
if (isSecureContext) {
  await findSession();
  createRoot(root).render(<App />);
} else {
  // Neither locks between tabs nor random ids are given to such a page, and a session needs both.
  root.className = "blank";
  root.textContent = translate("error.insecure");
}
