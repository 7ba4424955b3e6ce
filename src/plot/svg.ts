/** Escapes text for XML content and attributes; control characters that XML cannot hold become U+FFFD. */
export function escapeXml(text: string): string {
  return Array.from(text, (char) => (allowed(char.codePointAt(0) ?? 0) ? char : "\ufffd"))
    .join("")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** The characters XML 1.0 can hold. */
function allowed(code: number): boolean {
  return code >= 0x20
    ? code !== 0xfffe && code !== 0xffff && (code < 0xd800 || code > 0xdfff)
    : code === 9 || code === 10 || code === 13;
}

/** One element with its attributes; numbers are cut to one decimal. Children are markup already. */
export function element(name: string, attributes: Record<string, string | number>, children = ""): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${typeof value === "number" ? short(value) : escapeXml(value)}"`,
  );
  return children === "" ? `<${name}${written.join("")}/>` : `<${name}${written.join("")}>${children}</${name}>`;
}

/** A text element. */
export function label(text: string, x: number, y: number, attributes: Record<string, string | number> = {}): string {
  return element("text", { x, y, ...attributes }, escapeXml(text));
}

/** A coordinate with at most one decimal: a tenth of a pixel. */
export function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** At most `length` characters; what is cut off is marked. */
export function clipText(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length > length ? `${characters.slice(0, length - 1).join("")}…` : text;
}
