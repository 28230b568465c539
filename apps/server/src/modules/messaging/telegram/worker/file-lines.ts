import { createSemaphore, type Semaphore } from '#platform/semaphore.ts';

/** Files that a worker has in hand at a time, each of up to 5 MB. */
const atOnce = 8;
/** Of one company, so that its slow files hold up nobody else's. */
const ofCompanyAtOnce = 3;

/** Bounds how many files are loaded or handed over at a time, over all accounts of a worker. */
export function createFileLines() {
  const all = createSemaphore(atOnce);
  const byCompany = new Map<number, Semaphore>();
  return {
    async run<Result>(companyId: number, work: () => Promise<Result>): Promise<Result> {
      const own = byCompany.get(companyId) ?? createSemaphore(ofCompanyAtOnce);
      byCompany.set(companyId, own);
      try {
        return await own.run(() => all.run(work));
      } finally {
        if (own.running === 0 && own.waiting === 0) byCompany.delete(companyId);
      }
    },
  };
}

export type FileLines = ReturnType<typeof createFileLines>;
