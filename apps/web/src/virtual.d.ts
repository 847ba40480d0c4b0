declare module "virtual:endpoints" {
  export const endpoints: typeof import("@heliograph/contract").endpoints;
}
