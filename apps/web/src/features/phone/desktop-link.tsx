import type { ReactNode } from "react";
import { Link } from "react-router";
import { readPhoneVersion, setDeviceMode } from "../../shared/base/theme/device.ts";

interface DesktopLinkProps {
  readonly to: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Opens a page of the console; on a phone this keeps the desktop version for this browser. */
export function DesktopLink({ to, className, children }: DesktopLinkProps) {
  return (
    <Link to={to} className={className} onClick={keepDesktop}>
      {children}
    </Link>
  );
}

function keepDesktop(): void {
  if (readPhoneVersion() !== undefined) setDeviceMode("desktop");
}
