import type { ListRequest } from './protocol/list.ts';
import { notFound, ScimError } from './protocol/error.ts';
import { versionOf } from './present.ts';
import type { Client } from './services.ts';
import type { GroupRow } from './store/groups.ts';
import type { UserRow } from './store/users.ts';

export interface Call {
  client: Client;
  /** Path parameter; '' if absent. */
  id: string;
  list: ListRequest;
  body: unknown;
  ifMatch: string | undefined;
  ifNoneMatch: string | undefined;
}

export interface Reply {
  status: number;
  body?: object | undefined;
  headers?: Readonly<Record<string, string>>;
}

export type Handler = (call: Call) => Promise<Reply> | Reply;

function parseId({ id }: Pick<Call, 'id'>, shape: RegExp): number {
  const [, digits] = shape.exec(id) ?? [];
  if (digits === undefined) throw notFound();
  return Number(digits);
}

export const userIdOf = (call: Pick<Call, 'id'>): number => parseId(call, /^(\d{1,15})$/);

/** Earlier releases had ids without `g`, and providers keep them. */
export const groupIdOf = (call: Pick<Call, 'id'>): number => parseId(call, /^g?(\d{1,15})$/);

const mostVersions = 20;

const includesVersion = (header: string, version: string): boolean =>
  header
    .split(',', mostVersions)
    .map((each) => each.trim().replace(/^W\//, ''))
    .some((each) => each === '*' || each === version.replace(/^W\//, ''));

/** RFC 7644, 3.14. */
export function requireVersion({ ifMatch }: Pick<Call, 'ifMatch'>, row: UserRow | GroupRow): void {
  if (ifMatch !== undefined && !includesVersion(ifMatch, versionOf(row))) throw new ScimError(412, 'The resource has another version');
}

export const isKnown = ({ ifNoneMatch }: Pick<Call, 'ifNoneMatch'>, row: UserRow | GroupRow): boolean =>
  ifNoneMatch !== undefined && includesVersion(ifNoneMatch, versionOf(row));

export const headersOf = ({ meta }: { meta: { version: string; location: string } }): Readonly<Record<string, string>> => ({
  etag: meta.version,
  location: meta.location,
});
