import { orpc } from '#lib/api.ts';

/** PROF-033. */
export const profileEventsQuery = (id: number) =>
  orpc.profileEvents.list.infiniteOptions({
    input: (page: number) => ({ id, page, per_page: 10 }),
    initialPageParam: 1,
    getNextPageParam: ({ pages }) => (pages.current < pages.total ? pages.current + 1 : undefined),
  });
