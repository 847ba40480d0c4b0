import { endpoints } from "virtual:endpoints";
import type { UserInfo } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { call } from "../../shared/api/api.ts";
import { Avatar } from "../../shared/ui/content/avatar.tsx";
import { PictureUpload } from "../../shared/ui/form/picture-upload.tsx";

const { upload, remove } = endpoints.avatar;

/** The signed-in person's picture, set and removed immediately. */
export function AvatarField({ user }: { readonly user: UserInfo }) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would take part in no form here
    <div className="personal-avatar" role="group" aria-label={t("personal.avatar")}>
      <Avatar name={user.nickname || user.userName} avatarId={user.avatarId} size="large" />
      <PictureUpload
        upload={upload.upload}
        hasPicture={user.avatarId !== null}
        onSend={async (file) => void (await call(upload, { file, refusalIn: "field" }))}
        onRemove={async () => void (await call(remove, { body: {}, refusalIn: "field" }))}
      />
    </div>
  );
}
