import type { StationDetail } from "@heliograph/contract";
import { Icon } from "../ui/content/icon.tsx";

/** Who is in charge of a plant, the number to call, and where it is, as far as contacts are visible to the viewer. */
export function PlantContact({ plant: { personInCharge, phone, address } }: { plant: StationDetail }) {
  if (!personInCharge && !phone && !address) return null;
  return (
    <span className="plant-contact">
      {personInCharge && (
        <span>
          <Icon name="person" />
          {personInCharge}
        </span>
      )}
      {phone && (
        <a href={`tel:${phone.replaceAll(/[^+\d]/g, "")}`}>
          <Icon name="phone" />
          {phone}
        </a>
      )}
      {address && (
        <span>
          <Icon name="globe" />
          {address}
        </span>
      )}
    </span>
  );
}
