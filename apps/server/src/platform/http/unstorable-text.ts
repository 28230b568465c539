// NUL and lone surrogates: PostgreSQL stores neither, and JSON can contain both.
// oxlint-disable-next-line no-control-regex -- the pattern matches NUL
const unkeepable = /[\u0000\p{Surrogate}]/u;
const isUnkeepable = (text: string) => unkeepable.test(text);

const maxFound = 50;

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Blob) && !(value instanceof Date);

export function unstorableText(input: unknown): string[][] {
  const found: string[][] = [];
  const path: string[] = [];
  const visit = (value: unknown): void => {
    if (found.length >= maxFound) return;
    if (typeof value === 'string' && isUnkeepable(value)) found.push([...path]);
    if (!isContainer(value)) return;
    for (const [key, inner] of Object.entries(value)) {
      if (isUnkeepable(key)) {
        found.push([...path]);
        continue;
      }
      path.push(key);
      visit(inner);
      path.pop();
    }
  };
  visit(input);
  return found;
}
