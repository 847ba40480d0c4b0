import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { queryOf } from "../../api/queries.ts";
import { useBlobAddress } from "./use-blob-address.ts";
import "./plant-picture.css";

interface PlantPictureProps {
  readonly stationId: string;
  readonly pictureId: string;
}

/** The picture of a plant, read with the session. Decoration beside its name. */
export function PlantPicture({ stationId, pictureId }: PlantPictureProps) {
  const picture = useQuery(queryOf(endpoints.station.getPicture, { stationId, plantPictureId: pictureId }));
  const address = useBlobAddress(picture.data);
  return address === undefined ? (
    <span className="plant-picture" />
  ) : (
    <img className="plant-picture" src={address} alt="" />
  );
}
