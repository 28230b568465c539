export function clickedNotice(data: unknown): number | undefined {
  const address = typeof data === 'object' && data !== null && 'opened' in data ? data.opened : undefined;
  const id = /^\/notices\/(\d+)$/.exec(typeof address === 'string' ? address : '')?.[1];
  return id === undefined ? undefined : Number(id);
}
