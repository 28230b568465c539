import { getEventIteratorSchemaDetails, isContractProcedure } from '@orpc/contract';
import type { z } from 'zod';
import { contract } from '@headwater/contract/contract';
import type { RouteMeta } from '@headwater/contract/route';
import type { Target } from './targets/target.ts';

/** A place for an id: a path parameter, or '{noun}' in the example. */
export interface Slot {
  noun: Target;
  /** Name of the parameter; undefined for the example. */
  param: string | undefined;
}

export interface Route {
  name: string;
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: string;
  params: readonly string[];
  slots: readonly Slot[];
  isDetailed: boolean;
  isStream: boolean;
  meta: RouteMeta;
  input: z.ZodType | undefined;
  output: z.ZodType | undefined;
}

interface Procedure {
  '~orpc': {
    route: { method: Route['method']; path: string; inputStructure?: string };
    meta: RouteMeta;
    inputSchema?: z.ZodType;
    outputSchema?: z.ZodType;
  };
}

function slotsOf(params: readonly string[], { targets, example }: RouteMeta): Slot[] {
  const inExample = new Set([...JSON.stringify(example ?? {}).matchAll(/"\{(\w+)\}"/g)].map((match) => match[1] as Target));
  return [
    ...params.flatMap((param) => (targets?.[param] ? [{ noun: targets[param] as Target, param }] : [])),
    ...[...inExample].map((noun) => ({ noun, param: undefined })),
  ];
}

function read(procedure: Procedure, name: string): Route {
  const { route, meta, inputSchema, outputSchema } = procedure['~orpc'];
  const params = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  return {
    name,
    method: route.method,
    path: route.path,
    params,
    slots: slotsOf(params, meta),
    isDetailed: route.inputStructure === 'detailed',
    isStream: outputSchema !== undefined && getEventIteratorSchemaDetails(outputSchema) !== undefined,
    meta,
    input: inputSchema,
    output: outputSchema,
  };
}

function collectRoutes(node: unknown, name: string): Route[] {
  if (isContractProcedure(node)) return [read(node as unknown as Procedure, name)];
  return Object.entries(node as object).flatMap(([key, child]) => collectRoutes(child, name ? `${name}.${key}` : key));
}

/** Every route of the contract. */
export const routes = collectRoutes(contract, '');

/** Ids by slot. */
export type Ids = ReadonlyMap<Slot, number>;

/** Fills in the placeholders of the example. */
export function exampleWith(route: Route, ids: Ids): Record<string, unknown> {
  let text = JSON.stringify(route.meta.example ?? {});
  for (const [{ noun, param }, id] of ids) if (param === undefined) text = text.replaceAll(`"{${noun}}"`, String(id));
  return JSON.parse(text) as Record<string, unknown>;
}

/** Adds a field to the example of the route. */
export const withExtra = (route: Route, field: string, value: unknown): Route => ({
  ...route,
  meta: { ...route.meta, example: { ...route.meta.example, [field]: value } },
});

/** Whether the route expects a file, which JSON cannot contain. */
export const takesFile = (route: Route) =>
  route.input?.safeParse(exampleWith(route, new Map())).error?.issues.some((issue) => issue.path[0] === 'file') ?? false;
