import { endpoints } from "virtual:endpoints";

/** Address of a picture that can be read without signing in. */
export const publicPictureAddress = (pictureId: string): string =>
  `./api${endpoints.picture.getPublic.path}?${new URLSearchParams({ pictureId })}`;
