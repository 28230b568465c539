const source = 'apps/web/src';

const property = (name) => (name.includes('-') ? `'${name}'` : name);
const camel = (name) => name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());

export function textTypes(tree) {
  const found = tree.list(source).flatMap((file) => {
    const name = /([^/]+)\/texts\/en\.json$/.exec(file)?.[1];
    return name ? [{ name, path: `..${file.slice(source.length)}` }] : [];
  });
  const sorted = found.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  return `${sorted.map(({ name, path }) => `import type ${camel(name)} from '${path}';`).join('\n')}

/** The typed keys by namespace, which is the name of the folder. Written by \`npm run generate\`. */
export interface Texts {
${sorted.map(({ name }) => `  ${property(name)}: typeof ${camel(name)};`).join('\n')}
}
`;
}
