import { z } from "zod";
import { companyFields } from "./account.ts";
import { defineEndpoint } from "./endpoint.ts";
import { clearable, email, id, line, listOf, paging, revision } from "./primitives.ts";

const invalidates = ["/company/tree", "/company/detail", "/account/list", "/account/detail"];

const companyNode = z.object({
  companyId: id,
  name: z.string(),
  /** Names of the companies above it that are visible to the caller, the nearest last. */
  path: z.array(z.string()),
  administratorName: z.string().nullable(),
  /** Companies directly below. */
  companyCount: z.int(),
  accountCount: z.int(),
  plantCount: z.int(),
});
export type CompanyNode = z.output<typeof companyNode>;

export const getCompanyTree = defineEndpoint({
  method: "GET",
  path: "/company/tree",
  summary: "One level of the company tree: the caller's own company, those below one, search results, or all",
  access: { who: ["company:read"], scope: { kind: "company", by: "upstreamCompanyId" } },
  query: z.object({
    ...paging,
    /** Companies directly below this one. */
    upstreamCompanyId: id.optional(),
    /** In the names of all companies the caller has access to. */
    search: line(120).optional(),
    /** All companies the caller has access to in one list, page by page, rather than one level. */
    isFlat: z.enum(["true", "false"]).default("false"),
  }),
  data: listOf(companyNode),
  errors: ["A0230", "A0300", "A0400", "A0404"],
});

export const updateCompany = defineEndpoint({
  method: "POST",
  path: "/company/update",
  summary: "Change a company's fields, its administrator, and the company above it (R3.7)",
  access: { who: ["company:edit"], scope: { kind: "company", by: "companyId" } },
  body: z.strictObject({
    companyId: id,
    revision,
    name: companyFields.name.optional(),
    address: companyFields.address.optional(),
    contact: companyFields.contact.optional(),
    contactPhone: companyFields.contactPhone.optional(),
    contactEmail: clearable(email.or(z.literal(""))),
    /** One of its own accounts. */
    administratorId: id.nullable().optional(),
    /** Moves the company with all below it. */
    upstreamCompanyId: id.optional(),
  }),
  data: z.object({ companyId: id, revision }),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
  // Access to plants depends on the tree.
  invalidates: "all",
});

export const deleteCompany = defineEndpoint({
  method: "POST",
  path: "/company/delete",
  summary: "Remove a company nothing belongs to",
  access: { who: ["company:delete"], scope: { kind: "company", by: "companyId" } },
  body: z.strictObject({ companyId: id, revision }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0430", "A0440"],
  invalidates: [...invalidates, "/role/list", "/role/detail"],
});
