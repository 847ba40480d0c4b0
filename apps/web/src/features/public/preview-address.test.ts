import { expect, it } from "vitest";
import { readPreviewAddress } from "./preview-address.ts";

const page = "https://solar.example.org/console/";
const pixel = "data:image/png;base64,iVBORw0KGgo=";

it.each([
  ["/api/file/one.png", "https://solar.example.org/api/file/one.png"],
  ["pictures/one", "https://solar.example.org/console/pictures/one"],
  ["https://solar.example.org/one.jpg?size=2", "https://solar.example.org/one.jpg?size=2"],
  [pixel, pixel],
  ["data:image/webp;base64,a b/9", "data:image/webp;base64,a+b/9"],
])("shows %s [R2.16]", (img, src) => {
  expect(readPreviewAddress(img, page)).toEqual({ src });
});

it.each([
  [null, "missing"],
  ["", "missing"],
  ["//evil.example/one.png", "elsewhere"],
  ["https://evil.example/one.png", "elsewhere"],
  ["http://solar.example.org/one.png", "elsewhere"],
  ["https://solar.example.org:8443/one.png", "elsewhere"],
  ["https://solar.example.org@evil.example/one.png", "elsewhere"],
  ["https://someone@solar.example.org/one.png", "elsewhere"],
  ["/\\evil.example/one.png", "elsewhere"],
  ["\\\\evil.example\\one.png", "elsewhere"],
  ["/\t/evil.example/one.png", "elsewhere"],
  [" //evil.example/one.png", "elsewhere"],
  ["javascript:alert(1)", "elsewhere"],
  ["java\nscript:alert(1)", "elsewhere"],
  ["JaVaScRiPt:alert(1)", "elsewhere"],
  ["blob:https://solar.example.org/1", "elsewhere"],
  ["file:///etc/passwd", "elsewhere"],
  ["ftp://solar.example.org/one.png", "elsewhere"],
  ["https://[", "elsewhere"],
  ["/one.svg", "kind"],
  ["/one.SVG?x", "kind"],
  ["data:image/svg+xml;base64,PHN2Zz4=", "kind"],
  ["data:text/html;base64,PGI+", "kind"],
  ["data:image/png,<b>", "kind"],
  ["data:image/png;base64,<script>", "kind"],
  ["data:,", "kind"],
])("refuses %s: %s [R2.16]", (img, refusal) => {
  expect(readPreviewAddress(img, page)).toEqual({ refusal });
});
