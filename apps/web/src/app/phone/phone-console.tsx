import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ConnectionNotice } from "../../features/phone/connection-notice.tsx";
import { PhoneLayout } from "../../features/phone/phone-layout.tsx";
import { queryClient } from "../../shared/api/queries.ts";
import { Asker } from "../../shared/form/asker.tsx";
import { StepUpDialog } from "../frame/step-up-dialog.tsx";
import "../../features/phone/phone-plant.css";
import "./phone-console.css";

interface PhoneConsoleProps {
  /** The same page of the console. */
  readonly address: string;
  readonly children: ReactNode;
}

/** The phone's frame around a page of the console: with the query cache, its questions, and the password that is asked again. */
export function PhoneConsole({ address, children }: PhoneConsoleProps) {
  return (
    <PhoneLayout desktopAddress={address}>
      <QueryClientProvider client={queryClient}>
        <ConnectionNotice />
        {children}
        <Asker />
        <StepUpDialog />
      </QueryClientProvider>
    </PhoneLayout>
  );
}
