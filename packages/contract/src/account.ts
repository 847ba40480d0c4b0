import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import type { MessageKey } from "./messages/en.ts";
import { email, id, language, line, listOf, paging, password, phone, requiredLine } from "./primitives.ts";

export const addCompany = defineEndpoint({
  method: "POST",
  path: "/company/add",
  summary: "Add a company below another",
  access: { who: ["company:add"], scope: { kind: "company", by: "upstreamCompanyId" } },
  body: z.strictObject({
    /** The caller's own company when absent. */
    upstreamCompanyId: id.optional(),
    name: requiredLine(120),
    address: line(240).default(""),
    contact: line(80).default(""),
    contactPhone: phone.or(z.literal("")).default(""),
    contactEmail: email.or(z.literal("")).default(""),
  }),
  data: z.object({ companyId: id }),
  errors: ["A0300", "A0400", "A0404"],
});

export const addAccount = defineEndpoint({
  method: "POST",
  path: "/account/add",
  summary: "Add an account to a company in reach",
  access: { who: ["account:add"], scope: { kind: "company", by: "companyId" } },
  body: z
    .strictObject({
      companyId: id,
      roleId: id,
      supervisorId: id.optional(),
      userName: requiredLine(80),
      nickname: line(80).default(""),
      salutation: z.enum(["Mr", "Ms"]).optional(),
      email: email.optional(),
      phone: phone.optional(),
      contact: line(120).default(""),
      remarks: line(500).default(""),
      language: language.default("zh-cn"),
      password,
    })
    .refine((body) => body.email !== undefined || body.phone !== undefined, {
      path: ["email"],
      error: "field.emailOrPhone" satisfies MessageKey,
    }),
  data: z.object({ accountId: id }),
  errors: ["A0111", "A0300", "A0400", "A0404"],
});

export const listRoles = defineEndpoint({
  method: "GET",
  path: "/role/list",
  summary: "Roles that can be given in the caller's companies",
  access: { who: ["role:read"], scope: { kind: "in-scope" } },
  query: z.object({ ...paging, customerTypeId: id.optional() }),
  data: listOf(
    z.object({
      roleId: id,
      customerTypeId: id,
      code: z.string().nullable(),
      name: z.string(),
      remarks: z.string(),
      isBuiltIn: z.boolean(),
    }),
  ),
  errors: ["A0230", "A0300", "A0400"],
});
