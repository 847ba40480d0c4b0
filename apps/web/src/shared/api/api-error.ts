// biome-ignore lint/performance/noBarrelFile: what features catch has one address here, wherever the client lives
export { ApiError } from "@heliograph/contract/client";
