/** One tag of an XML text: `<name …>`, `</name>` or `<name …/>`, without its namespace prefix. */
export interface Tag {
  readonly name: string;
  readonly isEnd: boolean;
  readonly isEmpty: boolean;
  readonly attributes: string;
  /** Where the tag begins, and where its content does. */
  readonly from: number;
  readonly to: number;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Tags in order. XML allows no `<` in attributes, so no part of the text is read twice. */
export function* listTags(xml: string): Generator<Tag> {
  for (const found of xml.matchAll(/<(\/?)(?:[\w.-]{1,64}:)?([\w.-]{1,64})(\s[^<>]*|\/)?>/gu)) {
    const [whole, end, name = "", attributes = ""] = found;
    yield {
      name,
      isEnd: end === "/",
      isEmpty: attributes.endsWith("/"),
      attributes,
      from: found.index,
      to: found.index + whole.length,
    };
  }
}

export function decodeEntities(text: string): string {
  return text
    .replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,8}));/giu, (whole, hex, number, name) => {
      if (name !== undefined) return ENTITIES[name as string] ?? whole;
      const point = hex === undefined ? Number(number) : Number.parseInt(hex as string, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : "";
    })
    .replace(/_x([0-9A-F]{4})_/gu, (_whole, code) =>
      String.fromCharCode(Number.parseInt(code as string, 16)),
    );
}

/** An attribute of a tag, whatever its namespace prefix. */
export function readAttribute({ attributes }: Tag, name: string): string | undefined {
  const found = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, "u").exec(attributes);
  const value = found?.[1] ?? found?.[2];
  return value === undefined ? undefined : decodeEntities(value);
}
