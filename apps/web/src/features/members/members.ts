import type { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";

export type Members = DataOf<typeof endpoints.sharing.members>;
export type MembersDialog = "share" | "transfer" | "settings" | "delete";
