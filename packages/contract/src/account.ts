import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import type { MessageKey } from "./messages/en.ts";
import {
  accountPhone,
  email,
  id,
  instant,
  language,
  line,
  listOf,
  paging,
  password,
  phone,
  requiredLine,
} from "./primitives.ts";

/** Required fields to create or edit a company (R5.2). */
export const companyFields = {
  name: requiredLine(120, "prompt.company"),
  address: requiredLine(240),
  contact: requiredLine(80),
  contactPhone: phone,
};

export const addCompany = defineEndpoint({
  method: "POST",
  path: "/company/add",
  summary: "Add a company below another",
  access: { who: ["company:add"], scope: { kind: "company", by: "upstreamCompanyId" } },
  body: z.strictObject({
    /** The caller's own company when absent. */
    upstreamCompanyId: id.optional(),
    ...companyFields,
    contactEmail: email.or(z.literal("")).default(""),
  }),
  data: z.object({ companyId: id }),
  errors: ["A0300", "A0400", "A0404"],
  invalidates: ["/company/detail", "/company/tree"],
});

export const addAccount = defineEndpoint({
  method: "POST",
  path: "/account/add",
  summary: "Add an account to a company the caller has access to",
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
      phone: accountPhone.optional(),
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
  invalidates: ["/account/list", "/company/detail", "/company/tree"],
});

/** `invited`: no password has been chosen for it yet. */
export const accountStatus = z.enum(["active", "invited", "disabled"]);
export type AccountStatus = z.output<typeof accountStatus>;

const relation = z.enum(["customer", "colleague"]);
export type Relation = z.output<typeof relation>;

/** R3.6; `relation` is the caller's: a colleague belongs to the same company, a customer to one below. */
export const accountRow = z.object({
  accountId: id,
  userName: z.string(),
  nickname: z.string(),
  salutation: z.enum(["Mr", "Ms"]).nullable(),
  /** Of the account's picture; null without one. */
  avatarId: id.nullable(),
  relation,
  customerTypeName: z.string(),
  roleName: z.string(),
  companyId: id,
  companyName: z.string(),
  upstreamCompanyName: z.string().nullable(),
  supervisorName: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  contact: z.string(),
  remarks: z.string(),
  status: accountStatus,
  createdAt: instant,
});
export type AccountRow = z.output<typeof accountRow>;

export const listAccounts = defineEndpoint({
  method: "GET",
  path: "/account/list",
  summary: "Accounts of the caller's company and those below (R3.6)",
  access: { who: ["account:read"], scope: { kind: "in-scope" } },
  query: z.object({
    ...paging,
    sort: z
      .enum([
        "userName",
        "nickname",
        "companyName",
        "upstreamCompanyName",
        "supervisorName",
        "email",
        "phone",
        "status",
        "createdAt",
      ])
      .default("userName"),
    relation: relation.optional(),
    companyId: id.optional(),
    status: accountStatus.optional(),
    /** In names, email, phone, company and remarks. */
    search: line(120).optional(),
  }),
  data: listOf(accountRow),
  errors: ["A0230", "A0300", "A0400"],
});

/** R3.7, with what belongs to the company. */
export const companyDetail = z.object({
  companyId: id,
  name: z.string(),
  address: z.string(),
  contact: z.string(),
  contactPhone: z.string(),
  contactEmail: z.string(),
  /** State that a change is based on. */
  revision: z.string(),
  upstreamCompanyId: id.nullable(),
  administratorId: id.nullable(),
  /** Null until an administrator is named. */
  administratorName: z.string().nullable(),
  administratorPhone: z.string().nullable(),
  /** The administrator's sign-in name. */
  administratorAccount: z.string().nullable(),
  upstreamCompanyName: z.string().nullable(),
  /** Of the company itself, counting plants the caller has access to. */
  plantCount: z.int(),
  accountCount: z.int(),
  /** Companies directly below. */
  companyCount: z.int(),
  createdAt: instant,
});
export type CompanyDetail = z.output<typeof companyDetail>;

export const getCompany = defineEndpoint({
  method: "GET",
  path: "/company/detail",
  summary: "The caller's company, or another one with the permission to read companies (R3.7)",
  access: { who: "signed-in", scope: { kind: "company", by: "companyId" } },
  query: z.object({ companyId: id.optional() }),
  data: companyDetail,
  errors: ["A0230", "A0300", "A0400", "A0404"],
});
