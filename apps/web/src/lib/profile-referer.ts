/** PROF-062: the search that found each person. */
const referers = new Map<number, string>();

const most = 5000;

export function recordReferer(profileIds: readonly number[], referer: string): void {
  for (const id of profileIds) {
    referers.delete(id);
    referers.set(id, referer);
  }
  for (const id of referers.keys()) {
    if (referers.size <= most) break;
    referers.delete(id);
  }
}

export const refererOf = (profileId: number): string => referers.get(profileId) ?? '';

export function refererHeader(input: unknown): Record<string, string> {
  const id = (input as { id?: unknown } | undefined)?.id;
  const referer = typeof id === 'number' ? referers.get(id) : undefined;
  return referer === undefined ? {} : { 'x-profile-referer': referer };
}
