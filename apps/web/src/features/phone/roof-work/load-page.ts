import { loadTexts } from "../../../shared/base/i18n/i18n.ts";

/** In a file of its own: the names of the files and texts of the page would otherwise be in what every page loads. */
export async function loadPage() {
  const [{ PhoneRoofWorkPage }] = await Promise.all([
    import("./phone-roof-work-page.tsx"),
    loadTexts("phone", "layout", "layout-editor", "console"),
  ]);
  return PhoneRoofWorkPage;
}
