import type { StationDetail } from "@heliograph/contract";
import { QueryClientProvider } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryClient } from "../../../shared/api/queries.ts";
import { useCanAddDevices } from "../../../shared/plant/use-can-add-devices.ts";
import { useCanEditLayout } from "../../../shared/plant/use-can-edit-layout.ts";
import { Icon } from "../../../shared/ui/content/icon.tsx";
import { phoneFieldAddress } from "../phone-addresses.ts";

interface FieldLinkProps {
  readonly plant: StationDetail;
}

/** Leads users who may work on the plant's devices to it. The permissions are in the query cache. */
export function FieldLink({ plant }: FieldLinkProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <AllowedLink plant={plant} />
    </QueryClientProvider>
  );
}

function AllowedLink({ plant }: FieldLinkProps) {
  const { t } = useTranslation();
  const mayAdd = useCanAddDevices(plant);
  const mayPlace = useCanEditLayout(plant);
  if (!mayAdd && !mayPlace) return null;
  return (
    <Link className="button" to={phoneFieldAddress(plant.stationId)}>
      <Icon name="wrench" />
      {t("phoneField.title")}
    </Link>
  );
}
