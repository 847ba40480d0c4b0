import { ApiError } from "../api/api-error.ts";
import type { ApiResult } from "../api/request.ts";
import type { Form } from "../form/use-form.ts";

/** Sends a code to the contact in `target`; resolves to the seconds until the next, nothing if it was refused. */
export async function requestCode(
  form: Pick<Form, "validate" | "showRefusal" | "readBody">,
  send: (target: string) => Promise<ApiResult<{ resendAfterS: number }> | undefined>,
): Promise<number | undefined> {
  if (!form.validate(["target"])) return undefined;
  try {
    return (await send(String(form.readBody().target)))?.data.resendAfterS;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    form.showRefusal(error);
    return undefined;
  }
}
