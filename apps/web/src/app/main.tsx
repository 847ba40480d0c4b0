import { createRoot } from "react-dom/client";
import { findSession } from "../shared/auth/find-session.ts";
import { startI18n, translate } from "../shared/base/i18n/i18n.ts";
import { startDeviceMode } from "../shared/base/theme/device.ts";
import { startScale } from "../shared/base/theme/scale.ts";
import { startSize } from "../shared/base/theme/size.ts";
import { startTheme } from "../shared/base/theme/theme.ts";
import { showSavedErrors } from "../shared/base/toast.ts";
import { startConfig } from "../shared/config/config.ts";
import { startInstallPrompt } from "../shared/install/install-prompt.ts";
import { startServiceWorker } from "../shared/install/service-worker.ts";
import "@fontsource-variable/inter/wght.css";
import "../shared/base/theme/tokens.css";
import "../shared/base/theme/base.css";
import "../shared/ui/ui.css";
import "../shared/ui/dialog/dialog.css";
import "../shared/ui/form/form.css";
import "../shared/ui/ant.css";
import "../shared/ui/menu/menu.css";
import { App } from "./app.tsx";

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
showSavedErrors();
if (isSecureContext) {
  await findSession();
  createRoot(root).render(<App />);
} else {
  // Neither locks between tabs nor random ids are given to such a page, and a session needs both.
  root.className = "empty-state";
  root.textContent = translate("error.insecure");
}
