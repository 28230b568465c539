// dependency-cruiser asks its parser for plain TypeScript in .tsx files as well. This module is loaded first and corrects the option.
import swc from '@swc/core';

const parse = swc.parseFileSync.bind(swc);
swc.parseFileSync = (file, options) => parse(file, { ...options, tsx: file.endsWith('.tsx') });
