import { enterpriseSchema, groupSchema, userSchema } from './names.ts';

/** RFC 7643, 7. */
interface AttributeDefinition {
  name: string;
  type: 'string' | 'boolean' | 'integer' | 'dateTime' | 'reference' | 'complex';
  multiValued: boolean;
  description: string;
  required: boolean;
  caseExact?: boolean;
  mutability: 'readOnly' | 'readWrite' | 'immutable';
  returned: 'always' | 'default';
  uniqueness?: 'none' | 'server';
  canonicalValues?: readonly string[];
  referenceTypes?: readonly string[];
  subAttributes?: readonly AttributeDefinition[];
}

type More = Partial<Omit<AttributeDefinition, 'name' | 'type' | 'description'>>;

type Kind = AttributeDefinition['type'];
type Maker = (name: string, description: string, more?: More) => AttributeDefinition;

const maker =
  (type: Kind): Maker =>
  (name, description, more = {}) => ({
    name,
    type,
    multiValued: false,
    description,
    required: false,
    ...(type === 'string' || type === 'reference' ? { caseExact: type === 'reference', uniqueness: 'none' } : {}),
    mutability: 'readWrite',
    returned: 'default',
    ...more,
  });

const [text, flag, link, whole, complex] = [maker('string'), maker('boolean'), maker('reference'), maker('integer'), maker('complex')];

const fixed = { mutability: 'readOnly' } as const;

type WithParts = (name: string, description: string, subAttributes: readonly AttributeDefinition[]) => AttributeDefinition;
const parts: WithParts = (name, description, subAttributes) => complex(name, description, { subAttributes });
const list: WithParts = (name, description, subAttributes) => complex(name, description, { subAttributes, multiValued: true });
const count = (name: string, description: string) => whole(name, description, { ...fixed, required: true });
const needed = (attribute: AttributeDefinition): AttributeDefinition => ({ ...attribute, ...fixed, required: true });

const user: readonly AttributeDefinition[] = [
  text('userName', 'What the identity provider calls the person; unique in the company. Without emails it is the email too', {
    required: true,
    uniqueness: 'server',
  }),
  parts('name', 'The parts of the name', [text('familyName', 'Last name'), text('givenName', 'First name')]),
  text('displayName', 'The name as a whole, made of its parts', fixed),
  text('preferredLanguage', 'The language of the interface and of messages', { canonicalValues: ['en', 'ru'] }),
  text('locale', 'The same as the language of the interface', { canonicalValues: ['en-US', 'ru-RU'] }),
  flag('active', 'Whether the person may sign in. Whoever may not loses sessions and API tokens at once', { required: true }),
  {
    ...list('emails', 'Email addresses. The person signs in with the primary one, else that of work, else the first', [
      text('value', 'The address', { required: true }),
      text('type', 'What it is for', { canonicalValues: ['work', 'home', 'other'] }),
      flag('primary', 'Whether it is the one to sign in with'),
    ]),
    required: true,
  },
  {
    ...list('groups', 'Groups of the company that the person belongs to', [
      text('value', 'Id of the group', fixed),
      link('$ref', 'Address of the group', { ...fixed, referenceTypes: ['Group'] }),
      text('display', 'Name of the group', fixed),
      text('type', 'How the person belongs to it', { ...fixed, canonicalValues: ['direct'] }),
    ]),
    ...fixed,
  },
  {
    ...list('roles', 'What the person is, as administrators decide: worker, admin, admin_without_search or hm (hiring manager)', [
      text('value', 'The role', fixed),
      flag('primary', 'Always true', fixed),
    ]),
    ...fixed,
  },
];

const group: readonly AttributeDefinition[] = [
  text('displayName', 'Name of the group; unique in the company', { required: true, uniqueness: 'server' }),
  list('members', 'Who belongs to the group', [
    text('value', 'Id of the person', { mutability: 'immutable', caseExact: true }),
    link('$ref', 'Address of the person', { mutability: 'immutable', referenceTypes: ['User'] }),
    text('type', 'Kind of the member', { mutability: 'immutable', canonicalValues: ['User'] }),
  ]),
];

const extension: readonly AttributeDefinition[] = [
  text('department', 'Name of the department; it is made where the company has none of it'),
];

const supported = [flag('supported', 'Whether it is supported', { ...fixed, required: true })];

const serviceProviderConfig: readonly AttributeDefinition[] = [
  link('documentationUri', 'Documentation for people', { ...fixed, referenceTypes: ['external'] }),
  needed(parts('patch', 'PATCH', supported)),
  needed(
    parts('bulk', 'Bulk operations', [
      ...supported,
      count('maxOperations', 'Most operations'),
      count('maxPayloadSize', 'Most bytes of a request'),
    ]),
  ),
  needed(parts('filter', 'Filters', [...supported, count('maxResults', 'Most resources of an answer')])),
  needed(parts('changePassword', 'Changing passwords', supported)),
  needed(parts('sort', 'Sorting', supported)),
  needed(parts('etag', 'Entity tags', supported)),
  needed(
    list('authenticationSchemes', 'How programs show who they are', [
      text('type', 'Scheme', {
        ...fixed,
        required: true,
        canonicalValues: ['oauth', 'oauth2', 'oauthbearertoken', 'httpbasic', 'httpdigest'],
      }),
      text('name', 'Name', { ...fixed, required: true }),
      text('description', 'Description', { ...fixed, required: true }),
      link('specUri', 'Address of the specification', { ...fixed, referenceTypes: ['external'] }),
      flag('primary', 'Whether it is the preferred one', fixed),
    ]),
  ),
];

const resourceType: readonly AttributeDefinition[] = [
  text('id', 'Id', fixed),
  text('name', 'Name', { ...fixed, required: true }),
  text('description', 'Description', fixed),
  link('endpoint', 'Address below the base address', { ...fixed, required: true, referenceTypes: ['uri'] }),
  link('schema', 'Its schema', { ...fixed, required: true, caseExact: true, referenceTypes: ['uri'] }),
  needed(
    list('schemaExtensions', 'Its extensions', [
      link('schema', 'Schema of the extension', { ...fixed, required: true, caseExact: true, referenceTypes: ['uri'] }),
      flag('required', 'Whether resources must have it', { ...fixed, required: true }),
    ]),
  ),
];

const choices = (name: string, description: string, canonicalValues: readonly string[]) =>
  text(name, description, { ...fixed, canonicalValues });
const definition = [
  text('name', 'Name', { ...fixed, required: true, caseExact: true }),
  text('type', 'Kind of its values', {
    ...fixed,
    required: true,
    canonicalValues: ['string', 'complex', 'boolean', 'decimal', 'integer', 'dateTime', 'reference', 'binary'],
  }),
  flag('multiValued', 'Whether it is a list', { ...fixed, required: true }),
  text('description', 'Description', fixed),
  flag('required', 'Whether it must be given', fixed),
  text('canonicalValues', 'Values that are suggested', { ...fixed, multiValued: true, caseExact: true }),
  flag('caseExact', 'Whether upper and lower case differ', fixed),
  choices('mutability', 'Whether it can be changed', ['readOnly', 'readWrite', 'immutable', 'writeOnly']),
  choices('returned', 'When it is returned', ['always', 'never', 'default', 'request']),
  choices('uniqueness', 'Where its values are unique', ['none', 'server', 'global']),
  text('referenceTypes', 'What it refers to', { ...fixed, multiValued: true, caseExact: true }),
];

const schema: readonly AttributeDefinition[] = [
  text('id', 'Its URI', { ...fixed, required: true, caseExact: true }),
  text('name', 'Name', { ...fixed, required: true }),
  text('description', 'Description', fixed),
  needed(list('attributes', 'Its attributes', [...definition, { ...list('subAttributes', 'Their parts', definition), ...fixed }])),
];

export interface SchemaDefinition {
  id: string;
  name: string;
  description: string;
  attributes: readonly AttributeDefinition[];
}

const core = 'urn:ietf:params:scim:schemas:core:2.0';

export const schemas: readonly SchemaDefinition[] = [
  { id: userSchema, name: 'User', description: 'Somebody with an account in the company', attributes: user },
  { id: groupSchema, name: 'Group', description: 'A group of the company', attributes: group },
  { id: enterpriseSchema, name: 'EnterpriseUser', description: 'Where somebody works', attributes: extension },
  {
    id: `${core}:ServiceProviderConfig`,
    name: 'ServiceProviderConfig',
    description: 'What this server supports',
    attributes: serviceProviderConfig,
  },
  { id: `${core}:ResourceType`, name: 'ResourceType', description: 'A kind of resource', attributes: resourceType },
  { id: `${core}:Schema`, name: 'Schema', description: 'What resources consist of', attributes: schema },
];
