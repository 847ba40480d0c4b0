import type { SecondFactorDemand, Tokens } from "@heliograph/contract";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { ApiError } from "../../shared/api/api-error.ts";
import type { Answer } from "../../shared/api/request.ts";
import { collectProblems, findContactProblem } from "../../shared/contact/contact-rules.ts";
import type { Refusals } from "../../shared/contact/use-refusals.ts";
import { enter } from "../../shared/session/enter.ts";
import { takeReturn } from "../../shared/session/return-address.ts";

/** A public call that sends a code to what was typed. */
export type SendCode = (target: string) => Promise<Answer<{ resendAfterS: number }> | undefined>;

const entering = { endpoint: "WEB", isKept: false } as const;

/** What registering and a forgotten password share: a code is sent, the form is sent, and the person is signed in. */
export function useProving(refusals: Refusals, fieldsShown: readonly string[]) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [demand, setDemand] = useState<SecondFactorDemand>();

  const read = (name: string): string => {
    const input = form.current?.elements.namedItem(name);
    return input instanceof HTMLInputElement ? input.value : "";
  };
  const goIn = () => navigate(takeReturn(), { replace: true });

  return {
    form,
    read,
    isBusy,
    entering,
    goIn,
    /** Set while a second factor is asked for. */
    demand,
    backToFirst(sentence?: string): void {
      setDemand(undefined);
      if (sentence !== undefined) refusals.quote(new ApiError(sentence), fieldsShown);
    },

    async sendCode(send: SendCode): Promise<number | undefined> {
      const target = read("target");
      if (refusals.refuse(collectProblems({ target: findContactProblem(target) }))) return undefined;
      try {
        return (await send(target.trim()))?.data.resendAfterS;
      } catch (error) {
        refusals.quote(error, fieldsShown);
        return undefined;
      }
    },

    async submit(send: () => Promise<Answer<Tokens> | undefined>): Promise<void> {
      setIsBusy(true);
      refusals.clear();
      try {
        const answer = await send();
        if (answer === undefined) return;
        await enter(answer, entering);
        await goIn();
      } catch (error) {
        if (error instanceof ApiError && error.code === "A0221") setDemand(error.data as SecondFactorDemand);
        else refusals.quote(error, fieldsShown);
      } finally {
        setIsBusy(false);
      }
    },
  };
}

export type Proving = ReturnType<typeof useProving>;
