/** Value of an input, its change and the attributes that connect it with label and error. */
export interface Control {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** For the element that takes the input. */
  readonly attributes: {
    readonly id: string;
    readonly "aria-invalid": boolean;
    readonly "aria-describedby": string | undefined;
  };
}
