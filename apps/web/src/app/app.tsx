import { StrictMode, Suspense } from "react";
import { HashRouter } from "react-router";
import { sessionStore } from "../shared/api/api.ts";
import { loadTexts } from "../shared/i18n/i18n.ts";
import { lazyPart } from "../shared/routing/lazy-part.tsx";
import { Toaster } from "../shared/ui/toaster.tsx";
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
