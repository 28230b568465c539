/** PROF-062: which search has found a person, as it was received with its answer; sent along with what is asked about them. */
const referers = new Map<number, string>();

/** People whom one remembers: as many as somebody walks through in a day. */
const most = 5000;

/** Notes what found these people; of a person who was found twice the later search counts. */
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

/** The header of a call about that person; nothing for whom no search has found in this tab. */
export function refererHeader(input: unknown): Record<string, string> {
  const id = (input as { id?: unknown } | undefined)?.id;
  const referer = typeof id === 'number' ? referers.get(id) : undefined;
  return referer === undefined ? {} : { 'x-profile-referer': referer };
}
