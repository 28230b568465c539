/** Where a part of the input stands: names and indexes from the outside in. */
type Path = readonly string[];

// A NUL, and half of a surrogate pair: PostgreSQL keeps neither, and JSON can spell both.
// oxlint-disable-next-line no-control-regex -- it is looked for
const unkeepable = /[\u0000\p{Surrogate}]/u;
const isUnkeepable = (text: string) => unkeepable.test(text);

/**
 * The places of an input whose text no database can keep. Walks with a stack of its own, as strangers nest as deep as they like;
 * files are passed over.
 */
export function unkeepableText(input: unknown): string[][] {
  const found: string[][] = [];
  const left: { value: unknown; path: Path }[] = [{ value: input, path: [] }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, path } = next;
    if (typeof value === 'string' && isUnkeepable(value)) found.push([...path]);
    if (typeof value !== 'object' || value === null || value instanceof Blob) continue;
    for (const [key, entry] of Object.entries(value)) {
      if (isUnkeepable(key)) found.push([...path]);
      else left.push({ value: entry, path: path.length < 8 ? [...path, key] : path });
    }
  }
  return found;
}
