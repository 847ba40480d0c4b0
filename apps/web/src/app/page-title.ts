/** Title of the window (R2.4): a translation as it is, a plain title with the brand in front. */
export function pageTitle(
  handle: { readonly translated?: string; readonly title?: string },
  brand: string,
): string {
  if (handle.translated !== undefined) return handle.translated;
  return handle.title === undefined ? brand : `${brand} - ${handle.title}`;
}
