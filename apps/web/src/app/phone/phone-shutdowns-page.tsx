import { HoldsPage } from "../../features/safety/holds-page.tsx";
import { PhoneConsole } from "./phone-console.tsx";

/** Plants that are shut down, on a phone. */
export function PhoneShutdownsPage() {
  return (
    <PhoneConsole address="/shutdowns">
      <HoldsPage />
    </PhoneConsole>
  );
}
