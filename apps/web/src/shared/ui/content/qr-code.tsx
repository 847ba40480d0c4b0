import { Suspense } from "react";
import { lazyPart } from "../../routing/lazy-part.tsx";
import "./qr-code.css";

const Drawing = lazyPart(async () => (await import("./qr-drawing.tsx")).QrDrawing);

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
  /** The code is on the page; called again where the function is another one. */
  readonly onDrawn?: () => void;
}

/** A QR code; the code that computes it is loaded after the page is shown. */
export function QrCode({ text, label, onDrawn }: QrCodeProps) {
  return (
    <span className="qr-code" role="img" aria-label={label}>
      <Suspense fallback={null}>
        <Drawing text={text} onDrawn={onDrawn} />
      </Suspense>
    </span>
  );
}

/** A code with the address of this page would lead a phone to itself. */
export const isOnlyHere = (): boolean => /^(localhost|127\.|\[::1\])/u.test(location.hostname);

/** Where the app is installed from, at this very server; nothing else of the address goes into the code. */
export function appAddress(): string {
  return `${location.origin}${location.pathname}#/mobile/download`;
}
