declare module "virtual:endpoints" {
  export const endpoints: typeof import("@heliograph/contract").endpoints;
}

declare module "virtual:form/*" {
  export const schema: import("./shared/form/schema.ts").FormSchema;
}

declare module "virtual:manual/*" {
  export const texts: import("./features/agreement/library.ts").ManualTexts;
}

declare module "virtual:configuration" {
  export const defaults: import("@heliograph/contract").ConfigurationSettings;
}

declare module "virtual:measured-values" {
  export const measuredValues: readonly Pick<
    import("@heliograph/protocol/points").MeasuredValue,
    "field" | "unit" | "digits"
  >[];
}

declare module "virtual:product-facts" {
  interface MeasuredPoint {
    readonly key: import("@heliograph/protocol").PointName;
    readonly unit: string;
    readonly min: number;
    readonly max: number;
  }
  export const facts: {
    readonly version: string;
    readonly points: readonly MeasuredPoint[];
    readonly limits: typeof import("@heliograph/protocol").LIMITS;
  };
}
