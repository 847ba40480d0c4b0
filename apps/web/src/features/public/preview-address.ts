/** Why an address is not shown; each has a sentence. */
export type Refusal = "missing" | "elsewhere" | "kind";

export type PreviewAddress = { readonly src: string } | { readonly refusal: Refusal };

/** Pictures made of pixels; a drawing (SVG) may hold programs and addresses. */
const rasterData = /^data:image\/(?:png|jpeg|gif|webp|avif|bmp);base64,[A-Za-z0-9+/]+={0,2}$/u;

// Browsers read a backslash as a slash and leave out tabs and line breaks: `/\host` and `java\tscript:` are not what
// they look like.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const misleading = /[\\\u0000-\u0020\u007f]/u;

/** R2.16: pictures of this origin and raster `data:` pictures; everything else is refused with its reason. */
export function readPreviewAddress(img: string | null, page: string): PreviewAddress {
  if (img === null || img === "") return { refusal: "missing" };
  if (img.startsWith("data:")) {
    // A plus sign that was not escaped arrives from the query as a space.
    const src = img.replaceAll(" ", "+");
    return rasterData.test(src) ? { src } : { refusal: "kind" };
  }
  if (misleading.test(img) || img.startsWith("//")) return { refusal: "elsewhere" };
  const url = URL.parse(img, page);
  const isOurs =
    url !== null &&
    (url.protocol === "https:" || url.protocol === "http:") &&
    url.origin === new URL(page).origin &&
    url.username === "" &&
    url.password === "";
  if (!isOurs) return { refusal: "elsewhere" };
  return /\.svgz?$/iu.test(url.pathname) ? { refusal: "kind" } : { src: url.href };
}
