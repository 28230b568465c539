import { enterprise, enterpriseSchema, attributeName } from './names.ts';

export interface Projection {
  attributes: readonly string[];
  excludedAttributes: readonly string[];
}

const alwaysReturned = new Set(['schemas', 'id']);
const shortName = (key: string) => (key === enterpriseSchema ? enterprise : key.toLowerCase());

type Resource = Readonly<Record<string, unknown>>;
const isParts = (value: unknown): value is Resource => typeof value === 'object' && value !== null && !Array.isArray(value);

function projectParts(value: unknown, takes: (part: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => projectParts(each, takes));
  return isParts(value) ? Object.fromEntries(Object.entries(value).filter(([part]) => takes(part.toLowerCase()))) : value;
}

const namesOf = (texts: readonly string[]) => new Set(texts.flatMap((text) => attributeName(text) ?? []));

export function shows({ attributes, excludedAttributes }: Projection, name: string): boolean {
  if (attributes.length > 0) return [...namesOf(attributes)].some((each) => each === name || each.startsWith(`${name}.`));
  return !namesOf(excludedAttributes).has(name);
}

/** RFC 7644, 3.9. */
export function project(resource: Resource, { attributes, excludedAttributes }: Projection): Resource {
  if (attributes.length === 0 && excludedAttributes.length === 0) return resource;
  const [chosen, excluded] = [namesOf(attributes), namesOf(excludedAttributes)];
  const entries = Object.entries(resource).flatMap(([key, value]): (readonly [string, unknown])[] => {
    const name = shortName(key);
    if (alwaysReturned.has(name)) return [[key, value]];
    if (attributes.length > 0) {
      if (chosen.has(name)) return [[key, value]];
      const inner = [...chosen].filter((each) => each.startsWith(`${name}.`));
      return inner.length > 0 ? [[key, projectParts(value, (part) => chosen.has(`${name}.${part}`))]] : [];
    }
    return excluded.has(name) ? [] : [[key, projectParts(value, (part) => !excluded.has(`${name}.${part}`))]];
  });
  return Object.fromEntries(entries);
}
