type Search = Record<string, unknown>;

/** `?q=a+b&f=1&f=2` -> {q: 'a b', f: ['1', '2']}, readable for people (DEC-16). */
export function parseSearch(text: string): Record<string, string | string[]> {
  const found = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const known = found.get(name);
    found.set(name, known === undefined ? value : [...(Array.isArray(known) ? known : [known]), value]);
  }
  return Object.fromEntries(found);
}

/** Inverse of `parseSearch`. Characters that are safe in a query stay readable. */
export function writeSearch(search: Search): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) parameters.append(name, String(one));
    }
  }
  const text = parameters.toString().replaceAll(/%(?:2F|3A|3B|2C|40|28|29|5B|5D|7B|7C|7D|21)/g, (code) => decodeURIComponent(code));
  return text === '' ? '' : `?${text}`;
}

export const one = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
