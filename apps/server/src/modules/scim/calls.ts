import type { ListRequest } from './protocol/list.ts';
import { notFound, ScimError } from './protocol/error.ts';
import { versionOf } from './present.ts';
import type { Client } from './services.ts';
import type { GroupRow } from './store/groups.ts';
import type { UserRow } from './store/users.ts';

/** What a call of the protocol is carried out with. */
export interface Call {
  client: Client;
  /** Of the address; '' where it has none. */
  id: string;
  list: ListRequest;
  /** What the body says, decoded and not looked at yet. */
  body: unknown;
  /** Headers. */
  ifMatch: string | undefined;
  ifNoneMatch: string | undefined;
}

export interface Reply {
  status: number;
  /** Undefined for an answer without one. */
  body?: object | undefined;
  headers?: Readonly<Record<string, string>>;
}

export type Handler = (call: Call) => Promise<Reply> | Reply;

function numberIn({ id }: Pick<Call, 'id'>, shape: RegExp): number {
  const [, digits] = shape.exec(id) ?? [];
  if (digits === undefined) throw notFound();
  return Number(digits);
}

/** Throws ScimError. */
export const userIdOf = (call: Pick<Call, 'id'>): number => numberIn(call, /^(\d{1,15})$/);

/** The number alone is the id of earlier releases, which providers keep. Throws ScimError. */
export const groupIdOf = (call: Pick<Call, 'id'>): number => numberIn(call, /^g?(\d{1,15})$/);

const mostVersions = 20;

const names = (header: string, version: string): boolean =>
  header
    .split(',', mostVersions)
    .map((each) => each.trim().replace(/^W\//, ''))
    .some((each) => each === '*' || each === version.replace(/^W\//, ''));

/** RFC 7644, 3.14: changes nothing that the program has not seen. Throws ScimError. */
export function requireVersion({ ifMatch }: Pick<Call, 'ifMatch'>, row: UserRow | GroupRow): void {
  if (ifMatch !== undefined && !names(ifMatch, versionOf(row))) throw new ScimError(412, 'The resource has another version');
}

/** Whether the program has this state already. */
export const isKnown = ({ ifNoneMatch }: Pick<Call, 'ifNoneMatch'>, row: UserRow | GroupRow): boolean =>
  ifNoneMatch !== undefined && names(ifNoneMatch, versionOf(row));

export const headersOf = ({ meta }: { meta: { version: string; location: string } }): Readonly<Record<string, string>> => ({
  etag: meta.version,
  location: meta.location,
});
