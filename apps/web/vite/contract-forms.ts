import type { Endpoint } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import type { Plugin } from "vite";
import { describeForm } from "./form-schema.ts";

const prefix = "virtual:form/";

/**
 * Gives a page what a form needs to know of an endpoint's body, without zod:
 * `import { schema } from "virtual:form/maintenance.add"`.
 */
export function contractForms(): Plugin {
  return {
    name: "contract-forms",
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return;
      const name = id.slice(prefix.length + 1);
      const { body } = findEndpoint(name) ?? {};
      if (body === undefined) throw new Error(`The contract has no endpoint ${name} with a body`);
      return `export const schema = ${JSON.stringify(describeForm(body))};`;
    },
  };
}

function findEndpoint(name: string): Endpoint | undefined {
  const [area = "", key = ""] = name.split(".");
  const areas: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = endpoints;
  return areas[area]?.[key];
}
