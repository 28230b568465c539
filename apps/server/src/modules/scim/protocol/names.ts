export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** What stands for the extension in names of attributes. */
export const enterprise = 'enterprise';

const prefixes: readonly (readonly [string, string])[] = [
  [`${userSchema}:`.toLowerCase(), ''],
  [`${groupSchema}:`.toLowerCase(), ''],
  [`${enterpriseSchema}:`.toLowerCase(), `${enterprise}.`],
];
const plainName = /^[a-z$][\w$-]*(?:\.[a-z$][\w$-]*){0,2}$/;

/**
 * The name of an attribute as this server knows it: in lower case, without the schema of its resource, `enterprise.department` for that of the
 * extension. Undefined where the text is no name.
 */
export function attributeName(text: string): string | undefined {
  const lower = text.toLowerCase();
  if (lower === enterpriseSchema.toLowerCase()) return enterprise;
  const [prefix, short] = prefixes.find(([each]) => lower.startsWith(each)) ?? ['', ''];
  const name = short + lower.slice(prefix.length);
  return plainName.test(name) ? name : undefined;
}

/** The folder of all addresses of the protocol. */
export const basePath = '/scim/v2';

/** Providers put their paths after a base address that ends in a slash: `/scim/v2//Users`. */
export const plainScimUrl = (url: string): string =>
  /^\/+scim\/+v2(?![^/?])/.test(url) ? url.replace(/^[^?]+/, (path) => path.replaceAll(/\/+/g, '/')) : url;

/** RFC 7643, 3.1: the id of a resource is unique over all kinds. People have the number alone. */
export const groupId = (id: number): string => `g${id}`;
