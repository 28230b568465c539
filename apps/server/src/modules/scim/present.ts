import { createHash } from 'node:crypto';
import { displayName } from '@headwater/domain/companies/people';
import { enterpriseSchema, groupId, groupSchema, userSchema } from './protocol/names.ts';
import type { GroupRow } from './store/groups.ts';
import type { UserRow } from './store/users.ts';

interface Kind {
  type: 'User' | 'Group';
  base: string;
  id: string;
  createdAt: Date;
  changedAt: Date;
  version: string;
}

export const versionOf = (row: UserRow | GroupRow): string =>
  `W/"${createHash('sha256').update(JSON.stringify(row)).digest('base64url').slice(0, 22)}"`;

function withMeta<Resource extends object>(resource: Resource, { type, base, id, createdAt, changedAt, version }: Kind) {
  const meta = {
    resourceType: type,
    created: createdAt.toISOString(),
    lastModified: changedAt.toISOString(),
    location: `${base}/${type}s/${id}`,
    version,
  };
  return { ...resource, meta };
}

const filled = <Key extends string>(key: Key, value: string | null) => (value ? ({ [key]: value } as Record<Key, string>) : {});

const locales = { en: 'en-US', ru: 'ru-RU' } as const;

export function presentUser(row: UserRow, base: string) {
  const name = { ...filled('familyName', row.last_name), ...filled('givenName', row.first_name) };
  const resource = {
    schemas: [userSchema, ...(row.department_name ? [enterpriseSchema] : [])],
    id: String(row.id),
    ...filled('externalId', row.external_id),
    userName: row.user_name,
    ...(Object.keys(name).length > 0 ? { name } : {}),
    displayName: displayName(row),
    ...(row.language ? { preferredLanguage: row.language, locale: locales[row.language] } : {}),
    active: row.is_active,
    emails: row.emails ?? [{ value: row.email, type: 'work', primary: true }],
    groups: row.groups.map(({ id, name: display }) => ({
      value: groupId(id),
      $ref: `${base}/Groups/${groupId(id)}`,
      display,
      type: 'direct',
    })),
    roles: [{ value: row.role, primary: true }],
    ...(row.department_name ? { [enterpriseSchema]: { department: row.department_name } } : {}),
  };
  return withMeta(resource, {
    type: 'User',
    base,
    id: resource.id,
    createdAt: row.date_joined,
    changedAt: row.changed_at,
    version: versionOf(row),
  });
}

/** `members`: user ids; undefined if not requested. */
export function presentGroup(row: GroupRow, members: Iterable<number> | undefined, base: string) {
  const people = members && [...members].map((id) => ({ value: String(id), $ref: `${base}/Users/${id}`, type: 'User' }));
  const resource = {
    schemas: [groupSchema],
    id: groupId(row.id),
    ...filled('externalId', row.external_id),
    displayName: row.name,
    ...(people ? { members: people } : {}),
  };
  return withMeta(resource, {
    type: 'Group',
    base,
    id: resource.id,
    createdAt: row.created_at,
    changedAt: row.changed_at,
    version: versionOf(row),
  });
}
