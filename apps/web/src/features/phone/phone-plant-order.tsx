import { useTranslation } from "react-i18next";
import type { PlantListing, PlantListingChange, PlantSort } from "./plant-listing.ts";
import { plantOrders, plantSorts } from "./plant-listing.ts";
import type { PhonePlants } from "./use-phone-plants.ts";

interface PhonePlantOrderProps {
  readonly listing: PlantListing;
  readonly overview: PhonePlants["overview"];
  readonly onChange: (change: PlantListingChange) => void;
}

/** Sorts the list; the most urgent plants are always first in theirs. */
export function PhonePlantOrder({ listing: { sort, order }, overview, onChange }: PhonePlantOrderProps) {
  const { t } = useTranslation();
  const isDescending = order === "desc";
  const direction = t(isDescending ? "phone.descending" : "phone.ascending");
  const isVisible = (each: PlantSort) =>
    (each !== "energyTodayKwh" || overview.energyTodayWh !== null) &&
    (each !== "openAlarms" || overview.unresolvedAlarms !== null);
  const offered = plantSorts.filter((each) => each === sort || isVisible(each));
  return (
    <>
      <select
        className="input"
        aria-label={t("phone.sort")}
        value={sort}
        onChange={({ target }) =>
          onChange({ sort: target.value, order: plantOrders[target.value as PlantSort] })
        }
      >
        {offered.map((each) => (
          <option key={each} value={each}>
            {t(`phone.sorts.${each}`)}
          </option>
        ))}
      </select>
      {sort !== "status" && (
        <button
          type="button"
          className="button"
          data-shape="square"
          aria-label={direction}
          title={direction}
          onClick={() => onChange({ order: isDescending ? "asc" : "desc" })}
        >
          <span aria-hidden="true">{isDescending ? "↓" : "↑"}</span>
        </button>
      )}
    </>
  );
}
