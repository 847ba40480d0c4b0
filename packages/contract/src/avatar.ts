import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { pictureFile, pictureUpload } from "./picture.ts";
import { id } from "./primitives.ts";

// An account's picture (R3.6). A new one has a new id, so that an address never shows another picture than it did.
const own = { who: "signed-in", scope: { kind: "none" } } as const;
const invalidates = ["/user/settings/getUserInfo", "/account/list", "/account/detail"] as const;

export const getOwnAvatar = defineEndpoint({
  method: "GET",
  path: "/user/settings/avatar",
  summary: "The caller's own picture",
  access: own,
  query: z.object({ avatarId: id }),
  data: pictureFile,
  responseType: "file",
  errors: ["A0230", "A0300", "A0400", "A0404"],
});

export const getAccountAvatar = defineEndpoint({
  method: "GET",
  path: "/account/avatar",
  summary: "The picture of an account the caller has access to",
  access: { who: ["account:read"], scope: { kind: "account", by: "accountId" } },
  query: z.object({ accountId: id, avatarId: id }),
  data: pictureFile,
  responseType: "file",
  errors: ["A0230", "A0300", "A0400", "A0404"],
});

export const uploadAvatar = defineEndpoint({
  method: "POST",
  path: "/user/settings/avatar",
  summary: "Set the caller's picture, cropped to a centered square; replaces the previous one",
  access: own,
  upload: pictureUpload,
  data: z.object({ avatarId: id }),
  errors: ["A0230", "A0300", "A0700"],
  invalidates,
});

export const removeAvatar = defineEndpoint({
  method: "POST",
  path: "/user/settings/removeAvatar",
  summary: "Remove the caller's picture",
  access: own,
  body: z.strictObject({}),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400"],
  invalidates,
});
