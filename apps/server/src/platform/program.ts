/** Built files by the address of their source. Tests fill it: the TypeScript loader costs each start of a thread or process a second. */
export const builtPrograms = new Map<string, string>();

/** Returns the JavaScript of `entry`, a TypeScript file beside the caller. Undefined where the loader has to run the source. */
export function findBuiltProgram(entry: URL): URL | undefined {
  if (import.meta.url.endsWith('.js')) return new URL(entry.href.replace(/\.ts$/, '.js'));
  const built = builtPrograms.get(entry.href);
  return built === undefined ? undefined : new URL(built);
}

export interface Program {
  file: URL;
  /** Arguments of Node.js that go before the file. */
  loader: readonly string[];
}

/** Returns the path and arguments with which Node.js runs `entry` as a process. */
export function programOf(entry: URL): Program {
  const built = findBuiltProgram(entry);
  return built ? { file: built, loader: [] } : { file: entry, loader: ['--conditions=source', '--import', import.meta.resolve('tsx')] };
}
