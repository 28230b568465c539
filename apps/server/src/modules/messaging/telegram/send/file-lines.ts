import { createSemaphore, type Semaphore } from '#platform/semaphore.ts';

/** Concurrent files per worker, up to 5 MB each. */
const atOnce = 8;
/** Concurrent files per company, so that slow files do not block others. */
const ofCompanyAtOnce = 3;

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
