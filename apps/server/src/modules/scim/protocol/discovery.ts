import { listAnswer } from './list.ts';
import { enterpriseSchema, groupSchema, userSchema } from './names.ts';
import { schemas } from './schemas.ts';

const core = 'urn:ietf:params:scim:schemas:core:2.0';

export const maxResults = 200;

export const serviceProviderConfig = (base: string) => ({
  schemas: [`${core}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The token that an administrator of the company has created on its page of single sign-on',
      specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

const types = [
  {
    name: 'User',
    description: 'People of the company',
    endpoint: '/Users',
    schema: userSchema,
    schemaExtensions: [{ schema: enterpriseSchema, required: false }],
  },
  { name: 'Group', description: 'Groups of the company', endpoint: '/Groups', schema: groupSchema, schemaExtensions: [] },
];

const resourceTypes = (base: string) =>
  types.map((type) => ({
    schemas: [`${core}:ResourceType`],
    id: type.name,
    ...type,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${type.name}` },
  }));

const schemaResources = (base: string) =>
  schemas.map((each) => ({
    schemas: [`${core}:Schema`],
    ...each,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${each.id}` },
  }));

const answered = (all: readonly object[]) => listAnswer(all, { total: all.length, startIndex: 1 });

export const listResourceTypes = (base: string) => answered(resourceTypes(base));
export const findResourceType = (base: string, id: string) => resourceTypes(base).find((each) => each.id === id);
export const listSchemas = (base: string) => answered(schemaResources(base));
export const findSchema = (base: string, id: string) => schemaResources(base).find((each) => each.id.toLowerCase() === id.toLowerCase());
