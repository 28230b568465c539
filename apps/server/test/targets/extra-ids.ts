import type { z } from 'zod';
import type { Route } from '../contract-routes.ts';
import type { Target } from './target.ts';

/** An optional id field that the route's example omits. */
export interface ExtraId {
  field: string;
  noun: Target;
  isList: boolean;
}

/** Nouns by field name. */
const nounOfField: Readonly<Record<string, Target>> = {
  company_id: 'managed_company',
  company_ids: 'managed_company',
  account_manager_id: 'manager',
  assignee_id: 'user',
  department_id: 'department',
  group_id: 'user_group',
  candidate_id: 'candidate',
  candidate_ids: 'candidate',
  profile_id: 'profile',
  profile_ids: 'profile',
  folder_id: 'vacancy',
  after_launch_status_id: 'status',
  attachment_ids: 'file',
  file_id: 'file',
  resume_id: 'file',
  message_id: 'message',
  mailing_list_id: 'mailing',
  telegram_account_id: 'telegram_account',
  created_by_id: 'user',
  before_id: 'telegram_message',
  reply_to_id: 'telegram_message',
};

/** Nouns by route, for ambiguous field names. */
const nounOfRoute: Readonly<Record<string, Target>> = {
  'candidates.list ids': 'candidate',
  'sequences.exportRecipients ids': 'recipient',
  'search.events ids': 'profile',
};

/** Fields that reference no row of a company. */
const noIds: ReadonlySet<string> = new Set([
  // Audit log: the kind of entry determines the target.
  'target_id',
  // Credentials of an identity provider.
  'client_id',
  'trust_id',
  // Position of a changed profile.
  'order_id',
]);

type Shape = Readonly<Record<string, z.core.$ZodType>>;
type Def = { type: string; shape?: Shape; innerType?: z.core.$ZodType; in?: z.core.$ZodType; out?: z.core.$ZodType };

const defOf = (schema: z.core.$ZodType) => (schema as z.ZodType).def as unknown as Def;

/** Unwraps optional, default and transformed schemas. */
function bare(schema: z.core.$ZodType): Def {
  const def = defOf(schema);
  if (def.innerType) return bare(def.innerType);
  if (def.type === 'pipe' && def.in && def.out) return bare(defOf(def.in).type === 'transform' ? def.out : def.in);
  return def;
}

function fieldsOf({ input, isDetailed }: Route): Shape {
  const shape = input ? (bare(input).shape ?? {}) : {};
  if (!isDetailed) return shape;
  return Object.assign({}, ...['query', 'body'].map((part) => (shape[part] ? bare(shape[part]).shape : {}))) as Shape;
}

const named = (route: Route) =>
  Object.entries(fieldsOf(route))
    .filter(([field]) => /(?:^|_)ids?$/.test(field) && !route.params.includes(field) && !(field in (route.meta.example ?? {})))
    .map(([field, schema]) => ({
      field,
      noun: nounOfRoute[`${route.name} ${field}`] ?? nounOfField[field],
      isList: bare(schema).type === 'array',
    }));

const known = new Map<string, readonly ExtraId[]>();

/** Optional id fields outside path and example; returns identical objects on each call. */
export function extraIds(route: Route): readonly ExtraId[] {
  const ids = known.get(route.name) ?? named(route).filter((each): each is ExtraId => each.noun !== undefined);
  known.set(route.name, ids);
  return ids;
}

/** Fields that look like ids but have no declared noun. */
export const unknownIds = (route: Route): string[] =>
  named(route).flatMap(({ field, noun }) => (noun === undefined && !noIds.has(field) ? [field] : []));
