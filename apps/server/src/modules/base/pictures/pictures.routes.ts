import { endpoints } from "@heliograph/contract";
import type { MountFile } from "../access/mount.ts";
import type { PictureService } from "./pictures.service.ts";

export function mountPictureRoutes(mountFile: MountFile, pictures: PictureService): void {
  mountFile(endpoints.picture.getPublic, ({ query }) => pictures.getPublic(query.pictureId));
}
