interface ContentType {
  media: string;
  parameters: ReadonlyMap<string, string>;
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
// The last form is invalid, but mail libraries write boundaries with `=`, `/` or `:` unquoted.
const nextParameter = new RegExp(String.raw`;[\t ]*(?:(${token})=(?:"((?:[^"\\]|\\.)*)"|([^\s";]+)))?[\t ]*`, 'y');
const mediaType = new RegExp(String.raw`^[\t ]*(${token}/${token})[\t ]*`);

/** RFC 9110. Undefined if the header is invalid or repeats a parameter. */
export function parseContentType(header: string): ContentType | undefined {
  const [start, media] = mediaType.exec(header) ?? [];
  if (start === undefined || media === undefined) return undefined;
  const parameters = new Map<string, string>();
  let at = start.length;
  while (at < header.length) {
    nextParameter.lastIndex = at;
    const [whole, name, quoted, plain] = nextParameter.exec(header) ?? [];
    if (whole === undefined) return undefined;
    at += whole.length;
    if (name === undefined) continue;
    if (parameters.has(name.toLowerCase())) return undefined;
    parameters.set(name.toLowerCase(), plain ?? (quoted ?? '').replaceAll(/\\(.)/g, '$1'));
  }
  return { media: media.toLowerCase(), parameters };
}

/** RFC 2046. Quotes need no escape for these characters. */
export const isBoundary = (text: string) => /^[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]$/.test(text);
