import { ApiError } from "../../shared/api/api-error.ts";
import { download } from "../../shared/tasks/download.ts";

/** Downloads the response of a call under a name; a toast says why it failed. */
export async function saveFile(
  name: string,
  request: Promise<{ readonly data: Blob } | undefined>,
): Promise<void> {
  try {
    const response = await request;
    if (response !== undefined) download({ name, blob: response.data });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
