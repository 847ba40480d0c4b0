import { expect, it } from "vitest";
import { findEntry } from "./new-release.ts";

it("finds the console's own script in its document, wherever its attributes are", () => {
  const document = (script: string) => `<!doctype html><html><head>${script}</head><body></body></html>`;
  const script = '<script type="module" crossorigin src="./assets/index-1.js" nonce="n"></script>';
  expect(findEntry(document(script))).toBe("./assets/index-1.js");
  expect(
    findEntry(document('<script src="a.js"></script><script nonce="n" type="module" src="b.js"></script>')),
  ).toBe("b.js");
  expect(findEntry(document("<script>1</script>"))).toBeUndefined();
  expect(findEntry("Bad gateway")).toBeUndefined();
});
