import { endpoints } from "virtual:endpoints";

/** Where a picture of the pages for everyone lies. */
export const publicPictureAddress = (pictureId: string): string =>
  `./api${endpoints.picture.getPublic.path}?${new URLSearchParams({ pictureId })}`;
