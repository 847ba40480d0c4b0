import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { queryOf } from "../../api/queries.ts";
import { initials } from "../../base/format/initials.ts";
import { useBlobAddress } from "./use-blob-address.ts";
import "./avatar.css";

interface AvatarProps {
  /** Name of the user: its initials are shown when there is no picture. */
  readonly name: string;
  readonly avatarId: string | null | undefined;
  /** Whose it is; the signed-in person's own when absent. */
  readonly accountId?: string;
  readonly size?: "small" | "medium" | "large";
}

/** The picture of an account, read with the session like any other answer. Decoration beside the name. */
export function Avatar({ name, avatarId, accountId, size = "medium" }: AvatarProps) {
  const address = usePicture(avatarId ?? undefined, accountId);
  return (
    <span className="avatar" data-size={size} aria-hidden="true" data-initials={initials(name)}>
      {address !== undefined && <img src={address} alt="" />}
    </span>
  );
}

/** An address of the picture's bytes for as long as they are shown; undefined until they are read. */
function usePicture(avatarId: string | undefined, accountId: string | undefined): string | undefined {
  const isOwn = accountId === undefined;
  const own = useQuery({
    ...queryOf(endpoints.avatar.getOwn, { avatarId: avatarId ?? "" }),
    enabled: isOwn && avatarId !== undefined,
  });
  const other = useQuery({
    ...queryOf(endpoints.avatar.get, { accountId: accountId ?? "", avatarId: avatarId ?? "" }),
    enabled: !isOwn && avatarId !== undefined,
  });
  const bytes = avatarId === undefined ? undefined : (isOwn ? own : other).data;
  return useBlobAddress(bytes);
}
