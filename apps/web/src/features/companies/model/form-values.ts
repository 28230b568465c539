import type { CompanyChanges, SeenFields } from '@headwater/contract/companies';
import type { Field, Settings } from './fields.ts';

/** Texts, numbers as typed, switches and chosen values. Null removes a secret. */
export type FormValues = Record<string, unknown>;

const pathOf = (name: string): [string, string?] => name.split('__') as [string, string?];
const pad = (value: number) => String(value).padStart(2, '0');

/** Local time as 'YYYY-MM-DDTHH:MM'. */
function localMoment(iso: string): string {
  const at = new Date(iso);
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T${pad(at.getHours())}:${pad(at.getMinutes())}`;
}

function shown(field: Field, value: unknown): unknown {
  switch (field.kind) {
    case 'switch':
      return value === true;
    case 'several':
    case 'words':
      return value ?? [];
    case 'day':
      return typeof value === 'string' ? value.slice(0, 10) : '';
    case 'moment':
      return typeof value === 'string' ? localMoment(value) : '';
    case 'select':
      return value === null || value === undefined ? null : String(value);
    default:
      return value ?? '';
  }
}

/** Days are UTC: the first second of a start day, the last second of an end day. */
const dayMoment = (day: string, isEnd: boolean) => (day === '' ? null : `${day}T${isEnd ? '23:59:59' : '00:00:00'}Z`);

function written(field: Field, value: unknown): unknown {
  switch (field.kind) {
    case 'number':
      return value === '' ? null : Number(value);
    case 'day':
      return dayMoment(value as string, field.end ?? false);
    case 'moment':
      return value === '' ? null : new Date(value as string).toISOString();
    case 'select':
      return value !== null && (field.choices === 'industries' || field.choices === 'account_managers') ? Number(value) : value;
    case 'secret':
      return value ?? '';
    default:
      return value;
  }
}

const valueOf = (settings: Settings, name: string): unknown => {
  const [outer, inner] = pathOf(name);
  const value: unknown = settings[outer as keyof Settings];
  return inner === undefined ? value : (value as Record<string, unknown> | undefined)?.[inner];
};

export const startValues = (fields: readonly Field[], settings: Settings): FormValues =>
  Object.fromEntries(fields.map((field) => [field.name, field.kind === 'secret' ? '' : shown(field, valueOf(settings, field.name))]));

export function changesOf(fields: readonly Field[], { before, values }: { before: FormValues; values: FormValues }): CompanyChanges {
  const changes: Record<string, unknown> = {};
  for (const field of fields) {
    const value = values[field.name];
    if (JSON.stringify(value) === JSON.stringify(before[field.name])) continue;
    const [outer, inner] = pathOf(field.name);
    if (inner === undefined) changes[outer] = written(field, value);
    else changes[outer] = { ...(changes[outer] as object | undefined), [inner]: value };
  }
  return changes as CompanyChanges;
}

export function seenOf(settings: Settings, changes: CompanyChanges): SeenFields {
  const seen = Object.entries(changes).map(([name, changed]) => {
    const value: unknown = settings[name as keyof Settings];
    const isGroup = typeof changed === 'object' && changed !== null && !Array.isArray(changed);
    return [
      name,
      isGroup ? Object.fromEntries(Object.keys(changed).map((inner) => [inner, valueOf(settings, `${name}__${inner}`)])) : value,
    ];
  });
  return Object.fromEntries(seen.filter(([, value]) => value !== undefined)) as SeenFields;
}

export const seenIn = (settings: object, changes: object): SeenFields =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => name in changes));

export const knownAfter = <Known extends object>(known: Known, latest: Known, named: readonly string[]): Known => ({
  ...known,
  ...Object.fromEntries(Object.entries(latest).filter(([name]) => named.includes(name))),
});
