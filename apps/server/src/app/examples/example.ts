import type { Endpoint, Upload } from "@heliograph/contract";

/** A valid input of one endpoint; fields with ids are empty (`""` or `[""]`). */
export interface Example {
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  /** Text of an uploaded file; absent where it is bytes, such as a picture. */
  file?: string;
}

export type ExampleEntry = [Endpoint, () => Example];

/** Values of which a call may accept each only once: fixed in the documents, others for each call in tests. */
export interface ExampleValues {
  email(name?: string): string;
  phone(): string;
  /** A name that begins with the given word. */
  name(word: string): string;
  sn(): string;
  registrationCode(): string;
  /** 32 bytes as base64url. */
  secret(): string;
  /** A local day of the past. */
  day(): string;
  /** Five minutes to come. */
  period(): { fromAt: string; untilAt: string };
}

/** The content type of an example's file: text where the endpoint accepts it. */
export const findExampleType = ({ contentTypes }: Upload): string =>
  contentTypes.find((type) => type.startsWith("text/")) ?? contentTypes[0];

export const nothing = (): Example => ({});

/** Name of the plant, which some calls repeat as a confirmation. */
export const EXAMPLE_PLANT = "Roof 12";
export const EXAMPLE_PASSWORD = "Blue-roof-77";
export const EXAMPLE_CURRENT_PASSWORD = "Green-roof-78";

export const exampleContact = { countryOrRegion: "DE", serviceEmail: "service@example.org" };

/** A maintenance that does not begin soon. */
export const exampleMaintenance = {
  previewAt: "2099-05-01T08:00:00Z",
  serviceStopAt: "2099-05-01T20:00:00Z",
  serviceRestartAt: "2099-05-01T22:00:00Z",
};
