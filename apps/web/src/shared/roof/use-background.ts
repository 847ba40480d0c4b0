import { endpoints } from "virtual:endpoints";
import type { LayoutBackground } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { queryOf } from "../api/queries.ts";
import type { Background } from "./background.ts";

/** The photograph under a layout; undefined until it is read, and without one. */
export function useBackground(
  stationId: string,
  background: LayoutBackground | null | undefined,
): Background | undefined {
  const layoutPictureId = background?.pictureKey ?? "";
  const { data: blob } = useQuery({
    ...queryOf(endpoints.layout.picture, { stationId, layoutPictureId }),
    enabled: layoutPictureId !== "",
    // A picture never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [image, setImage] = useState<ImageBitmap>();
  useEffect(() => {
    if (blob === undefined) return;
    let isCurrent = true;
    createImageBitmap(blob).then(
      (bitmap) => isCurrent && setImage(bitmap),
      // The server has encoded it: a browser that cannot read it shows the roof without.
      () => undefined,
    );
    return () => {
      isCurrent = false;
      setImage(undefined);
    };
  }, [blob]);
  return useMemo(
    () => (background && image !== undefined ? { ...background, image } : undefined),
    [background, image],
  );
}
