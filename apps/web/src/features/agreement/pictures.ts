/** Pictures of the manual; `npm run manual:pictures` takes each in every language. */
export const pictureNames = [
  "sign-in",
  "home",
  "plant",
  "plant-units",
  "add-plant",
  "add-device",
  "appearance",
  "tabs",
  "palette",
  "alarms",
  "data-list",
  "export",
  "earnings",
  "compare",
  "reports",
  "maintenance",
  "providers",
  "configuration",
  "servers",
  "accounts",
  "phone",
] as const;

export type PictureName = (typeof pictureNames)[number];

/** Address of a picture and its size in pixels, so that the layout does not shift when it loads. */
export interface Picture {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

export type Pictures = Partial<Record<PictureName, Picture>>;

/** Width and height by name, as the script that takes the pictures has written them. */
export type PictureSizes = Readonly<Record<string, readonly number[]>>;

/** Puts addresses, which the build names, and sizes together. */
export function collectPictures(urls: Record<string, string>, sizes: PictureSizes): Pictures {
  return Object.fromEntries(
    Object.entries(urls).map(([path, url]) => {
      const name = path.slice(path.lastIndexOf("/") + 1, -".webp".length);
      const [width = 0, height = 0] = sizes[name] ?? [];
      return [name, { url, width, height }];
    }),
  );
}
