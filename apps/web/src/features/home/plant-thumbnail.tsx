import { endpoints } from "virtual:endpoints";
import type { StationRow } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { queryOf } from "../../shared/api/queries.ts";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { useBlobAddress } from "../../shared/ui/content/use-blob-address.ts";

interface PlantThumbnailProps {
  readonly plant: Pick<StationRow, "stationId" | "pictureId">;
}

/** The small picture of a plant beside its name; a symbol without one, and until it was read. */
export function PlantThumbnail({ plant: { stationId, pictureId } }: PlantThumbnailProps) {
  return pictureId === null ? <NoPicture /> : <Picture stationId={stationId} pictureId={pictureId} />;
}

const NoPicture = () => (
  <span className="plant-thumbnail">
    <Icon name="panel" />
  </span>
);

/** Read once the row comes into view: a page has up to 200 rows. */
function Picture({ stationId, pictureId }: { readonly stationId: string; readonly pictureId: string }) {
  const ref = useRef<HTMLSpanElement>(null);
  const [wasSeen, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    if (ref.current !== null) observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  const picture = useQuery({
    ...queryOf(endpoints.station.getPicture, { stationId, plantPictureId: pictureId, size: "small" }),
    enabled: wasSeen,
  });
  const address = useBlobAddress(picture.data);
  return (
    <span ref={ref} className="plant-thumbnail">
      {address === undefined ? <Icon name="panel" /> : <img src={address} alt="" />}
    </span>
  );
}
