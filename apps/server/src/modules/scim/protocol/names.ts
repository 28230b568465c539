export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

export const enterprise = 'enterprise';

const prefixes: readonly (readonly [string, string])[] = [
  [`${userSchema}:`.toLowerCase(), ''],
  [`${groupSchema}:`.toLowerCase(), ''],
  [`${enterpriseSchema}:`.toLowerCase(), `${enterprise}.`],
];
const plainName = /^[a-z$][\w$-]*(?:\.[a-z$][\w$-]*){0,2}$/;

/**
 * Lower case without the core schema, for example `enterprise.department`. Undefined for invalid
 * names.
 */
export function attributeName(text: string): string | undefined {
  const lower = text.toLowerCase();
  if (lower === enterpriseSchema.toLowerCase()) return enterprise;
  const [prefix, short] = prefixes.find(([each]) => lower.startsWith(each)) ?? ['', ''];
  const name = short + lower.slice(prefix.length);
  return plainName.test(name) ? name : undefined;
}

export const basePath = '/scim/v2';

/** Some providers append paths to a base URL with a slash: `/scim/v2//Users`. */
export const plainScimUrl = (url: string): string =>
  /^\/+scim\/+v2(?![^/?])/.test(url) ? url.replace(/^[^?]+/, (path) => path.replaceAll(/\/+/g, '/')) : url;

/** RFC 7643, 3.1: ids are unique over all kinds. User ids have no prefix. */
export const groupId = (id: number): string => `g${id}`;
