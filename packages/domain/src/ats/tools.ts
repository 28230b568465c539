import type { Access } from '../access.ts';

interface AppTool {
  /** Name of the product, the same in all languages. */
  title: string;
  /** Page of this product that works with the tool. */
  page: '/folders' | '/api_management' | '/profiles/import';
  access: Access;
}

/**
 * ATS-011, ATS-012: listed without a connection. Mixmax documents no call that adds people, and
 * Zapier calls this API.
 */
export const appTools = {
  mixmax: { title: 'Mixmax', page: '/folders', access: 'vacancies' },
  zapier: { title: 'Zapier', page: '/api_management', access: 'api_tokens' },
  getmatch: { title: 'getmatch', page: '/profiles/import', access: 'search' },
} as const satisfies Record<string, AppTool>;

export type AppToolName = keyof typeof appTools;
export const appToolNames = Object.keys(appTools) as AppToolName[];

export const isAppTool = (name: string): name is AppToolName => Object.hasOwn(appTools, name);

/** COMP-028: a company with all tools. */
export const allToolFeatures = Object.fromEntries(appToolNames.map((name) => [`integrates_${name}`, true])) as Record<
  `integrates_${AppToolName}`,
  true
>;
