import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { readColors } from "../apps/web/vite/read-colors.ts";

// Run by hand when the mark or its colours change: node scripts/make-icons.ts

const web = join(import.meta.dirname, "../apps/web");
const folder = join(web, "pwa/icons");
const { light } = readColors(join(web, "src/shared/base/theme/tokens.css"));
const source = readFileSync(join(folder, "icon.svg"), "utf8");

/** The mark on its ground; corners of `radius` are cut off, and the mark may be drawn smaller inside. */
function draw({ radius, size }: { radius: number; size: number }): Buffer {
  const amber = light["--amber"];
  const style = `<style>.ground{fill:${light["--roof-ground"]}}.mark{fill:${amber};stroke:${amber}}</style>`;
  const scale = size / 512;
  const shrunk = `translate(${256 * (1 - scale)} ${256 * (1 - scale)}) scale(${scale})`;
  const text = source
    .replace("<title>", `${style}<title>`)
    .replace('width="512" height="512" />', `width="512" height="512" rx="${radius}" />`)
    .replace('transform="', `transform="${shrunk} `);
  return Buffer.from(text);
}

const icons = [
  { name: "icon-192", px: 192, radius: 112, size: 600 },
  { name: "icon-512", px: 512, radius: 112, size: 600 },
  // Launchers crop these to their own shape: only the inner circle of 80 % is always visible.
  { name: "maskable-192", px: 192, radius: 0, size: 512 },
  { name: "maskable-512", px: 512, radius: 0, size: 512 },
  // iOS rounds the corners itself.
  { name: "apple-touch-icon", px: 180, radius: 0, size: 560 },
] as const;

for (const { name, px, ...look } of icons)
  await sharp(draw(look), { density: 144 })
    .resize(px, px)
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(folder, `${name}.png`));
