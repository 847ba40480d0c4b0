import { endpoints } from "virtual:endpoints";
import type { StationRow } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { queryOf } from "../../shared/api/queries.ts";
import { initials } from "../../shared/base/format/initials.ts";
import { useBlobAddress } from "../../shared/ui/content/use-blob-address.ts";

interface PlantThumbnailProps {
  readonly plant: Pick<StationRow, "stationId" | "name" | "pictureId">;
}

/** The small picture of a plant beside its name; its initials without one, and until it was read. */
export function PlantThumbnail({ plant }: PlantThumbnailProps) {
  const { name, pictureId } = plant;
  if (pictureId === null)
    return <span className="plant-thumbnail" aria-hidden="true" data-initials={initials(name)} />;
  return <Picture plant={plant} pictureId={pictureId} />;
}

/** Read once the row comes into view: a page has up to 200 rows. */
function Picture({ plant, pictureId }: PlantThumbnailProps & { readonly pictureId: string }) {
  const { stationId, name } = plant;
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
    <span ref={ref} className="plant-thumbnail" aria-hidden="true" data-initials={initials(name)}>
      {address !== undefined && <img src={address} alt="" />}
    </span>
  );
}
