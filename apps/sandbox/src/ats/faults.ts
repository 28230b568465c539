/**
 * The next requests to a path fail. `error`: 500 before any change; `error_after`: 500 after the change; `cut_after`: the connection closes
 * after the change; `limit`: 429.
 */
export type AtsFault = { kind: 'error' | 'error_after' | 'cut_after' | 'limit'; method: string; path: string; times: number };

export function createAtsFaults() {
  const faults: AtsFault[] = [];
  return {
    add: (fault: AtsFault) => void faults.push(fault),
    clear: () => void faults.splice(0),
    take(method: string, path: string): AtsFault['kind'] | undefined {
      const fault = faults.find((each) => each.times > 0 && each.method === method && path.endsWith(each.path));
      if (fault) fault.times -= 1;
      return fault?.kind;
    },
  };
}

export type AtsFaults = ReturnType<typeof createAtsFaults>;
