import { createContext, useContext } from "react";
import type { Location } from "react-router";

/** Address the main layout shows; behind a public page it stays at the previous one. */
export const FramedLocation = createContext<Location | undefined>(undefined);

export function useFramedLocation(): Location {
  const location = useContext(FramedLocation);
  if (location === undefined) throw new Error("The frame stands outside of Root");
  return location;
}
