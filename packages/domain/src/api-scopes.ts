export const apiAreas = ['search', 'profiles', 'vacancies', 'messaging', 'company'] as const;
export type ApiArea = (typeof apiAreas)[number];

export type ApiScope = 'everything' | `${ApiArea}:read` | `${ApiArea}:write`;
export const apiScopes: readonly ApiScope[] = ['everything', ...apiAreas.flatMap((area): ApiScope[] => [`${area}:read`, `${area}:write`])];

/** A token that may write in an area may also read there. */
export const scopesAllow = (scopes: readonly string[], { area, changes }: { area: ApiArea; changes: boolean }): boolean =>
  scopes.includes('everything') || scopes.includes(`${area}:write`) || (!changes && scopes.includes(`${area}:read`));
