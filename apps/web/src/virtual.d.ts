declare module "virtual:endpoints" {
  export const endpoints: typeof import("@heliograph/contract").endpoints;
}

declare module "virtual:form/*" {
  export const schema: import("./shared/ui/schema-form/schema.ts").FormSchema;
}

declare module "virtual:manual/*" {
  export const texts: import("./features/agreement/library.ts").ManualTexts;
}

declare module "virtual:configuration" {
  export const defaults: import("@heliograph/contract").ConfigurationSettings;
}
