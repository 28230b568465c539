/** Tests fill it, because the TypeScript loader costs a second per thread or process. */
export const builtPrograms = new Map<string, string>();

/** Undefined: the loader must run the TypeScript source `entry`. */
export function findBuiltProgram(entry: URL): URL | undefined {
  if (import.meta.url.endsWith('.js')) return new URL(entry.href.replace(/\.ts$/, '.js'));
  const built = builtPrograms.get(entry.href);
  return built === undefined ? undefined : new URL(built);
}

export interface Program {
  file: URL;
  loader: readonly string[];
}

export function programOf(entry: URL): Program {
  const built = findBuiltProgram(entry);
  return built ? { file: built, loader: [] } : { file: entry, loader: ['--conditions=source', '--import', import.meta.resolve('tsx')] };
}
