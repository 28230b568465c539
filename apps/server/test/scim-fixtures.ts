import { type Answer, type Caller, type Installation, password } from './installation.ts';

export const scimSettings = '/sso/settings/scim/';
export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

type Headers = Record<string, string> | undefined;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** An identity provider with a token, without cookies. */
export function scimClient(here: Pick<Installation, 'app'>, token: string | undefined) {
  const send = async (
    method: Method,
    path: string,
    { body: payload, headers: more }: { body?: object | string; headers?: Headers | undefined } = {},
  ) => {
    const response = await here.app.inject({
      method,
      url: `/scim/v2${path}`,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(payload === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...more,
      },
      ...(payload === undefined ? {} : { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
    });
    const isJson = String(response.headers['content-type'] ?? '').includes('json');
    return { status: response.statusCode, body: isJson ? response.json() : response.body, headers: response.headers } as Answer;
  };
  return {
    send,
    get: (path: string, headers?: Headers) => send('GET', path, { headers }),
    post: (path: string, body: object) => send('POST', path, { body }),
    put: (path: string, body: object, headers?: Headers) => send('PUT', path, { body, headers }),
    patch: (path: string, operations: object[], headers?: Headers) =>
      send('PATCH', path, { body: { schemas: [patchSchema], Operations: operations }, headers }),
    delete: (path: string, headers?: Headers) => send('DELETE', path, { headers }),
    find: (path: string, filter: string) => send('GET', `${path}?filter=${encodeURIComponent(filter)}`),
  };
}
export type ScimClient = ReturnType<typeof scimClient>;

/** Creates a token with the password of the caller. */
export const createToken = (caller: Caller, body: object = {}) => caller.post(scimSettings, { password, ...body });

/** A company with a verified domain, an administrator and a token. */
export async function useScim(here: Installation, domain: string) {
  const id = await here.addCompany();
  await here.sql(
    `insert into sso_settings (company_id, idp_url, provider, client_id, client_secret, claim_email, claim_first_name, claim_last_name,
      config_update_interval, is_active, created_at, updated_at)
     values ($1, 'https://idp.test', 'Okta', 'x', 'x', 'email', 'given_name', 'family_name', 3600, false, now(), now())`,
    [id],
  );
  await here.sql(`insert into sso_domains (company_id, domain, challenge, verified_at) values ($1, $2, 'x', now())`, [id, domain]);
  const owner = await here.addUser(id, 'admin', { email: `owner@${domain}` });
  const admin = await here.signIn(owner);
  const { status, body } = await createToken(admin);
  if (status !== 200) throw new Error(`a token answered ${status}: ${JSON.stringify(body)}`);
  const token = body.access_token as string;
  return { id, domain, owner, admin, token, client: scimClient(here, token) };
}

/** A person in the format of Okta. */
export const person = (email: string, more: object = {}) => ({
  schemas: [userSchema],
  userName: email,
  name: { givenName: 'Grace', familyName: 'Hopper' },
  emails: [{ primary: true, value: email, type: 'work' }],
  displayName: 'Grace Hopper',
  locale: 'en-US',
  externalId: `00u${email}`,
  groups: [],
  password: 'x7Fgq3hq!a',
  active: true,
  ...more,
});
