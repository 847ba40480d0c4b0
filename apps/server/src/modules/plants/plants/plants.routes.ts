import { endpoints } from "@heliograph/contract";
import type { Mount, MountFile } from "../../base/access/mount.ts";
import { fileOf, plantOf, withMessage } from "../../base/access/mount.ts";
import type { PlantLive } from "../plant-overview/plant-live.service.ts";
import type { PlantDeletion } from "./plant-deletion.service.ts";
import type { PlantExportService } from "./plant-export.service.ts";
import type { PlantPictures } from "./plant-pictures.ts";
import type { PlantTagService } from "./plant-tags.service.ts";
import type { PlantService } from "./plants.service.ts";

export function mountStationRoutes(
  mount: Mount,
  mountFile: MountFile,
  {
    plants,
    plantDeletion,
    plantExport,
    plantLive,
    plantPictures,
    plantTags,
  }: {
    plants: PlantService;
    plantDeletion: PlantDeletion;
    plantExport: PlantExportService;
    plantLive: PlantLive;
    plantPictures: PlantPictures;
    plantTags: PlantTagService;
  },
): void {
  mount(endpoints.station.list, ({ scope, query }) => plants.list(scope, query));
  mount(endpoints.station.choices, ({ scope, language }) => plants.choices(scope, language));
  mount(endpoints.station.changeTags, (call) => plantTags.change(call, call.body));
  mount(endpoints.station.export, (call) => plantExport.start(call, call.body));
  mount(endpoints.publicPlants.list, ({ scope, query }) => plants.listPublic(scope, query));
  mount(endpoints.station.get, (call) => plants.get(call, call.plant));
  mountFile(endpoints.station.getPicture, (call) =>
    plantPictures.get(plantOf(call), { pictureId: call.query.plantPictureId, size: call.query.size }),
  );
  mount(endpoints.station.uploadPicture, (call) => plantPictures.upload(call.scope, fileOf(call)));
  mount(endpoints.station.add, async (call) =>
    withMessage(await plants.add(call, call.body), "done.stationAdded"),
  );
  mount(endpoints.station.update, async (call) => {
    const changed = await plants.update(call, call.body);
    plantLive.notifyChanged(changed.stationId);
    return changed;
  });
  mount(endpoints.station.delete, async (call) => {
    await plantDeletion.delete(call, call.body);
    return withMessage(null, "done.stationDeleted");
  });
}
