// dependency-cruiser requests plain TypeScript for .tsx files too; this preloaded module corrects
// it.
import swc from '@swc/core';

const parse = swc.parseFileSync.bind(swc);
swc.parseFileSync = (file, options) => parse(file, { ...options, tsx: file.endsWith('.tsx') });
