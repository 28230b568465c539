import type { SearchDocument } from '#modules/search/port.ts';
import { encodeDocument } from '../indexing/encode-document.ts';
import { applyChanges, type Engine, ready } from './engine.ts';
import { asSearchError } from './admission-control.ts';
import { rebuild } from './rebuild.ts';
import { adoptNewerSave } from './shared-folder.ts';
import { save, reportUnsaved } from './persistence.ts';

interface Change {
  upserts: readonly SearchDocument[];
  removed: readonly number[];
}

function apply(engine: Engine, change: Change): Promise<void> {
  const { options } = engine;
  const generation = ready(engine);
  const documents = change.upserts.map((document) => encodeDocument(options.schema, generation.terms, document));
  return generation.apply({ documents, removed: change.removed });
}

export async function change(engine: Engine, input: Change): Promise<void> {
  try {
    await engine.changing(() => apply(engine, input));
  } catch (error) {
    throw asSearchError(error);
  }
  if (engine.index.generation) engine.merging.wake(engine.index.generation);
}

export async function pull(engine: Engine): Promise<void> {
  const { options, index, limits } = engine;
  await adoptNewerSave(engine);
  await engine.changing(async () => {
    for (let more = true; more && index.generation;) {
      const changes = await options.source.changesSince(index.version, index.ahead);
      if (!changes) {
        options.log('warn', 'the changes since the index was saved are gone, it is built again', { version: index.version });
        // Awaiting would deadlock: the rebuild waits for this change to end.
        void rebuild(engine, { acceptsNewer: true }).catch((error: unknown) =>
          options.log('error', 'the search index could not be built', { error: String(error) }),
        );
        return;
      }
      await applyChanges(engine, index.generation, changes);
      index.version = Math.max(index.version, changes.version);
      index.ahead = new Set(changes.ahead);
      more = changes.more;
      engine.follower.moved();
    }
    if (index.generation) engine.merging.wake(index.generation);
    const due = options.clock() - index.saved.at >= limits.saveMs;
    if (due && index.version !== index.saved.version) void save(engine, { unlessSavedForMs: limits.saveMs }).catch(reportUnsaved(engine));
  });
}
