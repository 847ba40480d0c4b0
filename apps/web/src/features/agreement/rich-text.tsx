import { Fragment } from "react";

/** A text with its **words of the screen** and `addresses` set apart. */
export function RichText({ text }: { text: string }) {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`)/u).map((piece, index) => {
    const key = `${index} ${piece}`;
    if (piece.startsWith("**")) return <b key={key}>{piece.slice(2, -2)}</b>;
    if (piece.startsWith("`")) return <code key={key}>{piece.slice(1, -1)}</code>;
    return <Fragment key={key}>{piece}</Fragment>;
  });
}
