import { StrictMode, Suspense } from "react";
import { HashRouter } from "react-router";
import { loadTexts } from "../shared/base/i18n/i18n.ts";
import { lazyPart } from "../shared/routing/lazy-part.tsx";
import { sessionStore } from "../shared/session/current-session.ts";
import { Toaster } from "../shared/ui/status/toaster.tsx";
import { Root } from "./root.tsx";
import { SessionDialog } from "./session-dialog.tsx";

// Few tabs are opened by a token in their address.
const GuestLine = lazyPart(async () => {
  const [module] = await Promise.all([import("./guest-line.tsx"), loadTexts("security")]);
  return module.GuestLine;
});

export function App() {
  return (
    <StrictMode>
      <HashRouter useTransitions={false}>
        <Root />
      </HashRouter>
      <SessionDialog />
      {sessionStore.read()?.isGuest === true && (
        <Suspense fallback={null}>
          <GuestLine />
        </Suspense>
      )}
      <Toaster />
    </StrictMode>
  );
}
