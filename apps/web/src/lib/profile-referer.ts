/**
 * PROF-062: search that found each person, from the search response; sent with requests about the
 * person.
 */
const referers = new Map<number, string>();

/** More than a user opens in a day. */
const most = 5000;

/** Records the search that found these people; a later search replaces an earlier one. */
export function noteFound(profileIds: readonly number[], referer: string): void {
  for (const id of profileIds) {
    referers.delete(id);
    referers.set(id, referer);
  }
  for (const id of referers.keys()) {
    if (referers.size <= most) break;
    referers.delete(id);
  }
}

export function refererHeader(input: unknown): Record<string, string> {
  const id = (input as { id?: unknown } | undefined)?.id;
  const referer = typeof id === 'number' ? referers.get(id) : undefined;
  return referer === undefined ? {} : { 'x-profile-referer': referer };
}
