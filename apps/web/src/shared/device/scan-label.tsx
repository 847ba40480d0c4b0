import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../ui/dialog/dialog.tsx";
import type { Label } from "./read-label.ts";
import { readLabel } from "./read-label.ts";
import "./scan-label.css";

/** The part of the browsers' Barcode Detection API that is used; not every browser has it. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
type DetectorClass = new () => Detector;

const findDetector = (): DetectorClass | undefined =>
  (globalThis as { readonly BarcodeDetector?: DetectorClass }).BarcodeDetector;

/** Whether labels can be scanned here: the browser reads bar codes, and the page is from a secure origin. */
export const canScan = (): boolean => findDetector() !== undefined && "mediaDevices" in navigator;

interface ScanLabelProps {
  /** Whose label; any device's by default. */
  readonly text?: string;
  /** The next step of its form. */
  readonly isPrimary?: boolean;
  readonly onLabel: (label: Label) => void;
}

/** Fills in serial number and code from the camera; nothing where the browser cannot read bar codes. */
export function ScanLabel({ text, isPrimary = false, onLabel }: ScanLabelProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (!canScan()) return null;
  return (
    <>
      <button
        type="button"
        className="button scan-label"
        data-kind={isPrimary ? "primary" : undefined}
        onClick={() => setOpen(true)}
      >
        {text ?? t("device.scan")}
      </button>
      {isOpen && (
        <ScanDialog
          onLabel={(label) => {
            setOpen(false);
            onLabel(label);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface ScanDialogProps {
  readonly onLabel: (label: Label) => void;
  readonly onClose: () => void;
}

function ScanDialog({ onLabel, onClose }: ScanDialogProps) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const found = useRef(onLabel);
  found.current = onLabel;
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const ending = new AbortController();
    scan(video.current, ending.signal).then(
      (label) => label && found.current(label),
      () => setFailed(true),
    );
    return () => ending.abort();
  }, []);
  return (
    <Dialog title={t("device.scan")} onClose={onClose}>
      {hasFailed ? (
        <p role="alert">{t("device.scanFailed")}</p>
      ) : (
        <>
          <p className="note">{t("device.scanText")}</p>
          <video ref={video} className="scan-view" muted playsInline />
        </>
      )}
    </Dialog>
  );
}

/** The first label in front of the camera; undefined once scanning was ended. Rejects without a camera. */
async function scan(video: HTMLVideoElement | null, ending: AbortSignal): Promise<Label | undefined> {
  const Detector = findDetector();
  if (video === null || Detector === undefined) return undefined;
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  try {
    const detector = new Detector();
    video.srcObject = stream;
    await video.play();
    while (!ending.aborted) {
      for (const { rawValue } of await detector.detect(video)) {
        const label = readLabel(rawValue);
        if (label !== undefined) return label;
      }
      await new Promise(requestAnimationFrame);
    }
    return undefined;
  } catch (error) {
    // The dialog was closed while the camera was starting.
    if (ending.aborted) return undefined;
    throw error;
  } finally {
    stop();
  }
}
