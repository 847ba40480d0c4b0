import { expect, vi } from "vitest";

interface Download {
  readonly name: string;
  readonly text: string;
  readonly blob: Blob;
}

/** Watches what the page hands to the browser as files; nothing is written to the disk. */
export function watchDownloads() {
  const downloads: Download[] = [];
  const click = HTMLAnchorElement.prototype.click;
  const createObjectURL = URL.createObjectURL.bind(URL);
  const blobs = new Map<string, Blob>();
  vi.spyOn(URL, "createObjectURL").mockImplementation((object) => {
    const address = createObjectURL(object);
    if (object instanceof Blob) blobs.set(address, object);
    return address;
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.get(this.href);
    if (this.download === "" || blob === undefined) return click.call(this);
    // As bytes: text() would take the byte order mark away.
    void blob.arrayBuffer().then((bytes) => {
      const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
      downloads.push({ name: this.download, text, blob });
    });
  });
  return {
    names: () => downloads.map(({ name }) => name),
    blobs: () => downloads.map(({ blob }) => blob),
    /** The lines of the first file, once it is there. */
    async readLines(): Promise<string[]> {
      await expect.poll(() => downloads.length).toBeGreaterThan(0);
      const [{ text } = { text: "" }] = downloads;
      expect(text.startsWith("\uFEFF")).toBe(true);
      return text.slice(1).trimEnd().split("\r\n");
    },
  };
}
