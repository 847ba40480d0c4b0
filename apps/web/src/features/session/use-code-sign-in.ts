import type { SecondFactorDemand, Tokens } from "@heliograph/contract";
import { useState } from "react";
import { useNavigate } from "react-router";
import { ApiError } from "../../shared/api/api-error.ts";
import type { ApiResult } from "../../shared/api/request.ts";
import { enter } from "../../shared/auth/enter.ts";
import type { Form } from "../../shared/form/use-form.ts";
import { consumeReturn } from "../../shared/session/return-address.ts";

const entering = { endpoint: "WEB", isKept: false } as const;

/**
 * Signs the user in after registration or a password reset by code, with the second factor if one is set. `isInvited`: an
 * invited user begins on home, and not on the page of another user who was signed in here before.
 */
export function useCodeSignIn(form: Pick<Form, "showRefusal">, { isInvited = false } = {}) {
  const navigate = useNavigate();
  const [demand, setDemand] = useState<SecondFactorDemand>();
  const goIn = () => {
    const address = consumeReturn();
    return navigate(isInvited ? "/home" : address, { replace: true });
  };

  return {
    entering,
    goIn,
    /** Set while a second factor is required. */
    demand,
    backToFirst(sentence?: string): void {
      setDemand(undefined);
      if (sentence !== undefined) form.showRefusal(new ApiError(sentence));
    },

    /** Sends the form and signs in. */
    async signIn(send: () => Promise<ApiResult<Tokens> | undefined>): Promise<void> {
      try {
        const response = await send();
        if (response === undefined) return;
        await enter(response, entering);
        await goIn();
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== "A0221") throw error;
        setDemand(error.data as SecondFactorDemand);
      }
    },
  };
}

export type CodeSignIn = ReturnType<typeof useCodeSignIn>;
