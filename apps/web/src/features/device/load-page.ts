import { loadTexts } from "../../shared/base/i18n/i18n.ts";

/** In a file of its own: the names of the files and texts of the page would otherwise be in what every page loads. */
export async function loadPage() {
  const [{ DevicePage }] = await Promise.all([
    import("./device-page.tsx"),
    loadTexts("console", "faults", "logs", "commands", "device-moves", "upgrades", "safety", "unit-curve"),
  ]);
  return DevicePage;
}
