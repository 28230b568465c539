/** Parts of the API that a token may be opened for, each by itself. */
export const apiAreas = ['search', 'profiles', 'vacancies', 'messaging', 'company'] as const;
export type ApiArea = (typeof apiAreas)[number];

/** What a token may do: everything that its person may, or reading or also changing in one area. */
export type ApiScope = 'everything' | `${ApiArea}:read` | `${ApiArea}:write`;
export const apiScopes: readonly ApiScope[] = ['everything', ...apiAreas.flatMap((area): ApiScope[] => [`${area}:read`, `${area}:write`])];

/** Whether a token with these scopes may make a call; who may change may read too. */
export const scopesAllow = (scopes: readonly string[], { area, changes }: { area: ApiArea; changes: boolean }): boolean =>
  scopes.includes('everything') || scopes.includes(`${area}:write`) || (!changes && scopes.includes(`${area}:read`));
