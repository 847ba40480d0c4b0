import { endpoints } from "virtual:endpoints";
import { listValues } from "../../shared/ui/table/list-schema.ts";

export const plantStatuses = listValues(endpoints.station.list, "status");
