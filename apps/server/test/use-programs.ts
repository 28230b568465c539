import { inject } from 'vitest';
import { builtPrograms } from '../src/platform/program.ts';

for (const [source, built] of inject('programs')) builtPrograms.set(source, built);
