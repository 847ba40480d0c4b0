import { onTestFinished } from "vitest";

/** A camera, and a browser that reads this bar code in front of it, after one that is no label; until the test has ended. */
export function showLabel(rawValue: string): void {
  const canvas = document.createElement("canvas");
  const stream = canvas.captureStream();
  // A canvas gives a frame each time it is drawn on.
  const drawing = setInterval(() => canvas.getContext("2d")?.fillRect(0, 0, 9, 9), 50);
  const camera = navigator.mediaDevices.getUserMedia;
  navigator.mediaDevices.getUserMedia = async () => stream;
  Object.assign(globalThis, {
    BarcodeDetector: class {
      detect = async () => [{ rawValue: "https://other.example/" }, { rawValue }];
    },
  });
  onTestFinished(() => {
    clearInterval(drawing);
    navigator.mediaDevices.getUserMedia = camera;
    Reflect.deleteProperty(globalThis, "BarcodeDetector");
  });
}
