// dependency-cruiser asks its parser for plain TypeScript, also where a file holds JSX. Loaded before it, this says so.
import swc from '@swc/core';

const parse = swc.parseFileSync.bind(swc);
swc.parseFileSync = (file, options) => parse(file, { ...options, tsx: file.endsWith('.tsx') });
