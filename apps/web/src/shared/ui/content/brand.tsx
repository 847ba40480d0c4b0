import { useConfig } from "../../config/config.ts";

/** The product's name as the operator has set it; the same in every language. */
export function BrandName() {
  return useConfig().brand;
}

/** The mark beside the name. */
export function BrandMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round">
        <path d="M12 2v2.400M12 19.600V22M2 12h2.400M19.600 12H22M4.930 4.930l1.700 1.700M17.370 17.370l1.700 1.700M4.930 19.070l1.700-1.700M17.370 6.630l1.700-1.700" />
      </g>
      <circle cx="12" cy="12" r="4.700" fill="currentColor" />
    </svg>
  );
}
