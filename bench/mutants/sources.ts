import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Guard } from './mutant.ts';
import type { Scratch } from './checkout.ts';

export const lineOf = (text: string, at: number) => text.slice(0, at).split('\n').length;

/** Files below a folder that are part of the product. */
export const sourcesIn = (checkout: Scratch, folder: string): string[] =>
  readdirSync(join(checkout.path, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(?:test|proof)\.ts$/.test(file) && !file.includes('node_modules'))
    .map((file) => `${folder}/${file}`)
    .toSorted();

/** `apps/server/src/modules/messaging/delivery/store/x.ts` is of `messaging/delivery`. */
export function moduleOf(file: string): string | undefined {
  const [, first, second] = /src\/modules\/([^/]+)\/([^/]+)/.exec(file) ?? [];
  return first === 'messaging' ? `messaging/${second}` : first;
}

/** The nouns of the contract that live in each module, as docs/ARCHITECTURE.md has them. */
export function nounsOfModules(checkout: Scratch): ReadonlyMap<string, readonly string[]> {
  const nouns = new Map<string, string[]>();
  for (const [, noun = '', modules = ''] of checkout.read('docs/ARCHITECTURE.md').matchAll(/^\| `(\w+)` \| `[\w-]+` \| ([^|]+) \|/gm))
    for (const [, module = ''] of modules.matchAll(/`([\w/-]+)`/g)) nouns.set(module, [...(nouns.get(module) ?? []), noun]);
  return nouns;
}

/** What guards the code of a module: its own tests, then the routes of its nouns as everybody calls them. */
export function guardsOf(file: string, nouns: ReadonlyMap<string, readonly string[]>): Guard[] {
  const module = moduleOf(file);
  if (module === undefined) return [{ project: 'http', files: ['apps/server/test/access.test.ts'] }];
  const own: Guard = { project: 'http', files: [`apps/server/src/modules/${module}/`] };
  if (!nouns.has(module)) return [own];
  return [own, { project: 'http', files: ['apps/server/test/access'] }];
}
