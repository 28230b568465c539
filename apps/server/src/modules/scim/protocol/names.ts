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

/** Below which everything of the protocol lies. */
export const basePath = '/scim/v2';
