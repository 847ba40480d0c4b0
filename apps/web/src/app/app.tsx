import { StrictMode } from "react";
import { HashRouter } from "react-router";
import { Toaster } from "../shared/ui/toaster.tsx";
import { Root } from "./root.tsx";
import { SessionDialog } from "./session-dialog.tsx";

export function App() {
  return (
    <StrictMode>
      <HashRouter useTransitions={false}>
        <Root />
      </HashRouter>
      <SessionDialog />
      <Toaster />
    </StrictMode>
  );
}
